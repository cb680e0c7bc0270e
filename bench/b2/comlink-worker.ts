import * as Comlink from "comlink";

Comlink.expose({ noop: () => 0 });
