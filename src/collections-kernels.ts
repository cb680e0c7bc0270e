// The kernels of collections: what workers import. A module of its own, beside `collections.js`.
export * from "./collections/kernels.ts";
