import { env } from "node:process";
import { importOpenApiInWorker } from "@bowline/catalog";
import { readRefusal, startPrism } from "@bowline/catalog/testing/start-prism";
import fc from "fast-check";
import { expect, it } from "vitest";
import { randomDocument } from "../../../testing/random-document.ts";
import {
  buildSampleRequest,
  type HttpTool,
  sampleAccess,
  sampleToolInputs,
} from "../../../testing/sample-requests.ts";

const documents = 12;
const inputsPerTool = 4;
const operationsPerDocument = 12;
/** `RANDOM_DOCUMENTS_SEED` tries other documents. */
const seed = Number(env.RANDOM_DOCUMENTS_SEED ?? 67);

it(`what tools of random documents send is accepted by a validator made of the same document (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  let sent = 0;
  let unmade = 0;
  for (const document of fc.sample(randomDocument, { seed, numRuns: documents })) {
    const { application, skipped } = await importOpenApiInWorker({ slug: "random", document });
    expect(skipped).toEqual([]);
    const access = sampleAccess(application, application.authentications[0]);
    const prism = await startPrism(document);
    const refused: unknown[] = [];
    for (const tool of application.tools as HttpTool[]) {
      const inputs = sampleToolInputs(tool, inputsPerTool, seed);
      unmade += inputs.length === 0 ? 1 : 0;
      for (const input of inputs) {
        const request = buildSampleRequest(tool, access, input);
        // A form without members is an empty text, which prism takes for no form.
        if (request === null || request.body === "") {
          continue;
        }
        sent++;
        const url = new URL(request.url);
        expect(url.origin + url.pathname).toMatch(/^https:\/\/random\.example\.com\/base\/things/);
        const response = await fetch(prism.origin + url.pathname.slice("/base".length) + url.search, {
          method: request.method,
          headers: request.headers,
          body: request.body as never,
        });
        const refusal = readRefusal(response.status, await response.json().catch(() => null));
        if (refusal !== null) {
          refused.push({ refusal, input, url: request.url, headers: request.headers, body: request.body });
        }
      }
    }
    await prism.stop();
    expect(refused.map((one) => JSON.stringify(one))).toEqual([]);
  }
  const tools = documents * operationsPerDocument;
  expect(unmade, "tools for which no input was found").toBeLessThan(tools / 5);
  expect(sent).toBeGreaterThan(tools);
});
