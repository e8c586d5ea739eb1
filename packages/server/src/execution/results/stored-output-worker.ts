import { isHeavy } from "../../runtimes/is-heavy.ts";
import { quoteInexactNumbers } from "../../runtimes/parse-exact-json.ts";
import { serveJobs } from "../../threads/serve-jobs.ts";
import type { StoredOutput } from "./stored-outputs.ts";

serveJobs((json: string): StoredOutput => {
  const exactJson = quoteInexactNumbers(json);
  return { exactJson, isHeavy: isHeavy(JSON.parse(exactJson)) };
});
