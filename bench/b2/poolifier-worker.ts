import { ThreadWorker } from "poolifier-web-worker";

export default new ThreadWorker<number, number>(() => 0);
