// The script of the page in which the command `weft lab --in chromium` runs experiments.
import "./lab/page/lab-page-entry.ts";
