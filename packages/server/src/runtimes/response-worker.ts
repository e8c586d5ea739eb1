import { serveJobs } from "../threads/serve-jobs.ts";
import { isHeavy } from "./is-heavy.ts";
import { readLargeListing } from "./mcp/read-large-listing.ts";
import { readLargeMessage } from "./mcp/read-large-message.ts";
import { readResponse } from "./read-response.ts";
import type { ReadingJob, ReadingReport, ResponseJob, ResponseReport } from "./response-job.ts";

function run(job: ReadingJob): ReadingReport {
  switch (job.kind) {
    case "http":
      return read(job);
    case "mcpResult":
      return readLargeMessage(job);
    case "mcpListing":
      return readLargeListing(job);
  }
}

function read({ status, headers, body, failure, secretTexts }: ResponseJob): ResponseReport {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const response = readResponse({ status, headers, body: bytes, failure }, secretTexts);
  if (!response.isSuccess) {
    const { output: _output, ...report } = response;
    return report;
  }
  const { output, outputText } = response;
  return {
    isSuccess: true,
    outputText: outputText ?? JSON.stringify(output),
    isOutputHeavy: isHeavy(output),
  };
}

serveJobs(run);
