// What `weft help` says. Lines fit into 80 columns.

export const USAGE = `weft: experiments with task graphs, schedulers and workers

  weft lab graphs [--check]   the 34 graphs of the paper; --check draws them all
                              and compares them with its Table I
  weft lab compare            schedulers against each other over the graphs
                              (Table II, Figures 2 to 4)
  weft lab scale              strong scaling, 24 to 1,512 workers (Figure 5)
  weft lab zero               servers against each other, with workers that take
                              no time (Figures 6 and 7)
  weft lab aot                overhead per task as graphs and clusters grow
                              (Figure 8)
  weft help                   this text

Flags of the four experiments:

  --quick                     within three minutes on two cores
  --in node,deno,chromium     where to measure; a column each in the report.
                              Default: where the command runs
  --scheduler a,b,./mine.js   names, or modules whose default export is a class
                              or a function that makes a scheduler
  --graphs merge-10K,...      names as in \`weft lab graphs\`, or others of their
                              families, as merge-70K
  --only real | simulated     measure on real threads only, or simulate only
  --out folder                where results go. Default: weft-lab
  --fresh                     measure again what is there already
  --seed n                    of random choices. Default: 1
  --json                      print rows as JSON lines instead of a table

Results: <out>/<experiment>.html (the report), .csv and .jsonl (all rows). A run
that was stopped by Ctrl-C leaves what it has, and goes on when it is started
again. Chromium is looked for at CHROME_PATH, then under its usual names.`;
