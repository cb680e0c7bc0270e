/** The other browsers that tests and benches drive, and the Debian packages that bring them. Chromium is in chromium.mjs. */
const triplet = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";

/** Firefox, over WebDriver BiDi. */
export const firefox = {
  browser: /** @type {const} */ ("firefox"),
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  headless: true,
};

/** WebKitGTK's driver and the browser that it starts; both need a display, and a switch to have shared memory. */
export const webkit = {
  driver: process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver",
  browser: process.env.WEBKIT_BROWSER ?? `/usr/lib/${triplet}/webkit2gtk-4.1/MiniBrowser`,
  display: "/usr/bin/Xvfb",
  env: { JSC_useSharedArrayBuffer: "1" },
};

/** What a WebDriver client asks of it. */
export const webkitCapabilities = {
  browserName: "MiniBrowser",
  "wdio:enforceWebDriverClassic": true,
  "webkitgtk:browserOptions": { binary: webkit.browser, args: ["--automation", "--features=StorageAPI"] },
};

/**
 * What must be there for each engine, and where it comes from.
 * @type {Readonly<Record<"firefox" | "webkit", { files: readonly string[], packages: readonly string[], variables: string }>>}
 */
export const ENGINES = {
  firefox: { files: [firefox.executablePath], packages: ["firefox-esr"], variables: "FIREFOX" },
  webkit: {
    files: [webkit.driver, webkit.browser, webkit.display],
    packages: ["webkit2gtk-driver", "xvfb"],
    variables: "WEBKIT_DRIVER and WEBKIT_BROWSER",
  },
};
