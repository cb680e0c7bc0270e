/** Filled by scripts/build.mjs: the worker entry as one minified module, as text. Exists in dist only. */
declare module "virtual:worker-source" {
  const source: string;
  export default source;
}

/** Filled by scripts/build.mjs: a part of the worker's script as one minified module, as text. Exists in dist only. */
declare module "virtual:worker-part/*" {
  const source: string;
  export default source;
}

/** Filled by scripts/build.mjs: the script of the lab's report, minified, as text. Exists in dist only. */
declare module "virtual:lab-report-script" {
  const script: string;
  export default script;
}

/** Filled by scripts/build.mjs: the style of the lab's report, minified, as text. Exists in dist only. */
declare module "virtual:lab-report-style" {
  const style: string;
  export default style;
}

/** Filled by scripts/build.mjs: the script of a trace's report, minified, as text. Exists in dist only. */
declare module "virtual:trace-report-script" {
  const script: string;
  export default script;
}

/** Filled by scripts/build.mjs: the style of a trace's report, minified, as text. Exists in dist only. */
declare module "virtual:trace-report-style" {
  const style: string;
  export default style;
}
