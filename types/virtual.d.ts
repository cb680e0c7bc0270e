/** Filled by scripts/build.mjs: the worker entry as one minified module, as text. Exists in dist only. */
declare module "virtual:worker-source" {
  const source: string;
  export default source;
}
