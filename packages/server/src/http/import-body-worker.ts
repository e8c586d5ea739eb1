import { serveJobs } from "../threads/serve-jobs.ts";
import { splitImportBody } from "./split-import-body.ts";

serveJobs(splitImportBody);
