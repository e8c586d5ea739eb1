import { serveJobs } from "../../threads/serve-jobs.ts";
import { maskRecordOrHide, type RecordTexts } from "./mask-record.ts";

serveJobs((job: Omit<RecordTexts, "body">) => maskRecordOrHide({ ...job, body: JSON.parse(job.bodyJson) }));
