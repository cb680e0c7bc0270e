// What users can import. A change here is a change for them: it belongs in CHANGELOG.md.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const valuesOf = (exports: object): string[] => Object.keys(exports).sort();

/** The names that an entry exports as types only, from its text: entries hold nothing but re-exports. */
function typesOf(entry: string): string[] {
  const source = readFileSync(new URL(`../../src/${entry}.ts`, import.meta.url), "utf8");
  const lists = [...source.matchAll(/export (type )?\{([^}]*)\}/g)];
  const names = lists.flatMap(([, type, list]) =>
    (list as string)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => (type === undefined ? name.startsWith("type ") : name !== ""))
      .map((name) => name.replace(/^type /, "")),
  );
  return names.sort();
}

describe("weftwork", () => {
  it("exports these values", async () => {
    expect(valuesOf(await import("../../src/index.ts"))).toMatchInlineSnapshot(`
      [
        "Assignments",
        "Call",
        "Cluster",
        "Delayed",
        "EngineError",
        "Future",
        "TaskGraph",
        "delayed",
        "isEngineError",
        "moduleTask",
        "transfer",
        "withContext",
      ]
    `);
  });

  it("exports these types", () => {
    expect(typesOf("index")).toMatchInlineSnapshot(`
      [
        "Actor",
        "ActorClass",
        "ActorHandle",
        "ClusterEvent",
        "ClusterEvents",
        "ClusterInfo",
        "ClusterOptions",
        "Deferred",
        "DeferredArgs",
        "ErrorCode",
        "ErrorDetails",
        "Explanation",
        "FutureStatus",
        "GatherOptions",
        "KindStatistics",
        "ModuleTask",
        "ScatterOptions",
        "Scheduler",
        "SchedulerChoice",
        "SchedulerEvent",
        "SchedulerFactory",
        "ServedClass",
        "ServerPlace",
        "SpillChoice",
        "SubTask",
        "SubTaskArgs",
        "Submittable",
        "TaskCalls",
        "TaskContext",
        "TaskFunction",
        "TaskOptions",
        "TaskProgress",
        "Trace",
        "TraceAbout",
        "TraceChoice",
        "TraceEvent",
        "TraceStatistics",
        "TrafficStatistics",
        "WorkerInfo",
        "WorkerLoss",
        "WorkerMemory",
        "WorkerSource",
        "WorkerStatistics",
      ]
    `);
  });
});

describe("weftwork/worker", () => {
  it("exports what worker scripts need", async () => {
    expect(valuesOf(await import("../../src/serve.ts"))).toMatchInlineSnapshot(`
      [
        "serve",
        "sharedBuffer",
        "transfer",
        "withContext",
      ]
    `);
    expect(typesOf("serve")).to.deep.equal(["SubTask", "SubTaskArgs", "TaskContext"]);
  });
});

describe("weftwork/inline", () => {
  it("exports only inlineWorker", () => {
    const source = readFileSync(new URL("../../src/inline.ts", import.meta.url), "utf8");
    expect(source.match(/^export .*$/gm)).toMatchInlineSnapshot(`
      [
        "export { inlineWorker } from "./cluster/inline-worker.ts";",
      ]
    `);
  });
});

describe("weftwork/lab", () => {
  it("exports these values and types", async () => {
    expect([valuesOf(await import("../../src/lab.ts")), typesOf("lab")]).toMatchInlineSnapshot(`
      [
        [
          "NETWORKS",
          "PAPER_TABLE",
          "SERVERS",
          "aot",
          "collectionWorkloads",
          "compare",
          "describeMachine",
          "graphStatistics",
          "graphsCheck",
          "merge",
          "noop",
          "paperGraph",
          "reportCsv",
          "reportHtml",
          "reportOf",
          "reportText",
          "runJob",
          "scale",
          "scaleCosts",
          "schedulers",
          "simulate",
          "spinGraph",
          "tree",
          "workloads",
          "zero",
          "zeroCluster",
          "zeroThreads",
          "zeroWorkerUrl",
        ],
        [
          "Chart",
          "CostLimits",
          "Dot",
          "DotChart",
          "ExperimentName",
          "ExperimentOptions",
          "ExperimentRow",
          "Finding",
          "GraphCheck",
          "GraphStatistics",
          "Job",
          "JobMessage",
          "LineChart",
          "LinkModel",
          "Machine",
          "NamedScheduler",
          "NetworkModel",
          "PaperGraph",
          "Problem",
          "Progress",
          "Report",
          "ReportFacts",
          "RowFacts",
          "SchedulerChoice",
          "Section",
          "Series",
          "ServerModel",
          "ServerName",
          "SimulationOptions",
          "SimulationPace",
          "SimulationResult",
          "Source",
          "Table",
          "TableRow",
          "Workforce",
          "Workload",
          "ZeroCluster",
          "ZeroClusterOptions",
          "ZeroThreads",
          "ZeroThreadsOptions",
        ],
      ]
    `);
  });
});

describe("weftwork/collections", () => {
  it("exports these values and types", async () => {
    expect([valuesOf(await import("../../src/collections.ts")), typesOf("collections")]).toMatchInlineSnapshot(`
      [
        [
          "Bag",
          "DataFrame",
          "Expression",
          "GroupBy",
          "NdArray",
          "col",
          "explain",
          "lit",
          "nd",
          "readArrow",
          "readCsv",
          "readJsonLines",
          "readParquet",
          "rowCount",
          "rowsOf",
          "setKernelUrls",
          "tableFrom",
          "toArrow",
          "toCsv",
          "toJsonLines",
          "toObjects",
          "toParquet",
          "toTaskGraph",
          "valuesOf",
          "when",
        ],
        [
          "Aggregation",
          "Aggregations",
          "ArrayOptions",
          "Assignments",
          "BadRow",
          "BagResult",
          "BinaryOperation",
          "Block",
          "BlockFunction",
          "BlockPlace",
          "Bound",
          "Bounds",
          "Cell",
          "ChunkChoice",
          "Chunks",
          "Column",
          "ColumnInput",
          "ColumnInputs",
          "ColumnType",
          "ComputedColumn",
          "ComputingCluster",
          "CsvOptions",
          "CsvOutputOptions",
          "DataArray",
          "DistinctOptions",
          "Dtype",
          "ExplainOptions",
          "FoldOptions",
          "FromColumnsOptions",
          "GroupOptions",
          "HistogramOptions",
          "Input",
          "ItemFunction",
          "JoinOptions",
          "JsonLinesOptions",
          "KeyChoice",
          "KindOfTask",
          "LazyPart",
          "MapBlocksOptions",
          "MapPartitionsOptions",
          "NamedTask",
          "Nested",
          "Operand",
          "Operand as ColumnOperand",
          "Output",
          "ParquetOptions",
          "ParquetOutputOptions",
          "PartitionChoice",
          "PercentileOptions",
          "PlacedBlock",
          "PlanExplanation",
          "PlanOptions",
          "PlannedGraph",
          "RandomOptions",
          "Range",
          "ReduceOptions",
          "RollingOptions",
          "Row",
          "SampleChoice",
          "SampleOptions",
          "Scalar",
          "Schema",
          "Selection",
          "Shape",
          "ShuffleOptions",
          "SortOptions",
          "SpreadOptions",
          "Table",
          "UnaryOperation",
        ],
      ]
    `);
  }, 30_000);
});
