// The task graph as a picture. It is drawn by the same code as the graph that runs, called with tasks that only note
// what they are given.
import type { Future } from "weftwork";
import type { Footer, RowGroup } from "../flights-file.ts";
import type { FlightCluster } from "../graph.ts";
import { drawGraph } from "../graph.ts";
import type { Stage } from "../run.ts";
import { getElement } from "./page-element.ts";

interface GraphNode {
  readonly stage: Stage;
  readonly inputs: readonly GraphNode[];
  x: number;
  y: number;
}

const WIDTH = 22;
const HEIGHT = 9;
const MARGIN = 0.5;

export class GraphView {
  readonly #svg = getElement("#graph", SVGSVGElement);
  #circles: Readonly<Record<Stage, readonly SVGCircleElement[]>> = { footer: [], read: [], sum: [], add: [] };

  constructor() {
    this.#svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  }

  planned(groups: number): void {
    const stages = place(note(groups));
    const nodes = Object.values(stages).flat();
    this.#svg.replaceChildren(...nodes.flatMap((node) => node.inputs.map((input) => edge(input, node))));
    this.#circles = {
      footer: stages.footer.map(circle),
      read: stages.read.map(circle),
      sum: stages.sum.map(circle),
      add: stages.add.map(circle),
    };
    this.#svg.append(...Object.values(this.#circles).flat());
  }

  taskDone(stage: Stage, index: number): void {
    this.#circles[stage][index]?.classList.add("done");
  }
}

type Stages = Readonly<Record<Stage, readonly GraphNode[]>>;

function note(groups: number): Stages {
  const node = (stage: Stage, ...inputs: readonly GraphNode[]): GraphNode => ({ stage, inputs, x: 0, y: 0 });
  const footer = node("footer");
  const tasks = {
    readRowGroup: (from: GraphNode) => node("read", from),
    sumByOrigin: (table: GraphNode) => node("sum", table),
    sumByHour: (table: GraphNode) => node("sum", table),
    add: (a: GraphNode, b: GraphNode) => node("add", a, b),
  };
  const drawn = drawGraph(
    { tasks } as unknown as FlightCluster,
    footer as unknown as Future<Footer>,
    Array.from<RowGroup>({ length: groups }),
  );
  const nodes = (futures: readonly Future[]): readonly GraphNode[] => futures as unknown as readonly GraphNode[];
  return { footer: [footer], read: nodes(drawn.tables), sum: nodes(drawn.sums), add: nodes(drawn.additions) };
}

/** Rows from top to bottom; what adds stands between what it adds. */
function place(stages: Stages): Stages {
  for (const row of [stages.footer, stages.read, stages.sum]) {
    for (const [i, node] of row.entries()) {
      node.x = ((i + 0.5) / row.length) * WIDTH;
      node.y = node.inputs.reduce((most, input) => Math.max(most, input.y + 1), 0);
    }
  }
  for (const node of stages.add) {
    node.x = node.inputs.reduce((sum, input) => sum + input.x, 0) / node.inputs.length;
    node.y = Math.max(...node.inputs.map((input) => input.y)) + 1;
  }
  const nodes = Object.values(stages).flat();
  const depth = Math.max(1, ...nodes.map((node) => node.y));
  for (const node of nodes) node.y = MARGIN + (node.y / depth) * (HEIGHT - 2 * MARGIN);
  return stages;
}

function edge(from: GraphNode, to: GraphNode): SVGPathElement {
  const middle = (from.y + to.y) / 2;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`);
  return path;
}

function circle({ stage, x, y }: GraphNode): SVGCircleElement {
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  circle.setAttribute("data-stage", stage);
  circle.setAttribute("cx", String(x));
  circle.setAttribute("cy", String(y));
  circle.setAttribute("r", "0.3");
  return circle;
}
