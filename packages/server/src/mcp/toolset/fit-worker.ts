import { compileSchema } from "../../execution/input/compile-schema.ts";
import { serveJobs } from "../../threads/serve-jobs.ts";
import type { FitJob } from "./fit-job.ts";
import { fitObject } from "./fit-object.ts";

serveJobs(({ schemaText, outputText }: FitJob): string =>
  JSON.stringify(fitObject(JSON.parse(outputText), compileSchema(JSON.parse(schemaText)))),
);
