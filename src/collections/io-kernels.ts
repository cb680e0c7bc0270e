// The functions with which tasks read and write, by name. Workers import this as one module.
export { endOfArrow, readArrowBatch, writeArrowBatch } from "./io/arrow/kernels.ts";
export {
  badRowsOfCsvSlice,
  commonKinds,
  kindsOfCsvSlice,
  linkCsvSlices,
  loadCsvSlice,
  noBadRows,
  parseCsvSlice,
  parseCsvTable,
  scanCsvSlice,
  settleCsvSlice,
  tableOfCsvSlice,
} from "./io/csv/kernels.ts";
export { writeCsvPart } from "./io/csv/write-csv.ts";
export {
  badRowsOfJson,
  kindsOfJson,
  linesBefore,
  linesOfJson,
  parseJsonLines,
  readJsonTable,
  settleJson,
  writeJsonPart,
} from "./io/json/kernels.ts";
export { commonSchema, typesOfTable } from "./io/output/same-types.ts";
export { readParquetRows } from "./io/parquet/kernels.ts";
export { bytesOfRowGroup, placesOfRowGroup, writeParquetFooter, writeRowGroup } from "./io/parquet/writing.ts";
