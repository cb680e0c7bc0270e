// The readers and writers of collections: what workers import. A module of its own, beside `collections.js`.
export * from "./collections/io-kernels.ts";
