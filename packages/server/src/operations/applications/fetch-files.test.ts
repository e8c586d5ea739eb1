import { expect, it } from "vitest";
import type { EgressFailure, EgressRequest, EgressResponse } from "../../egress/egress-outcome.ts";
import { fetchFiles } from "./fetch-files.ts";

const url = "https://shop.test/pet.yaml";

/** Fetches files from a server that answers each request so. */
function fetchFrom(
  respond: (request: EgressRequest) => Partial<EgressResponse> | EgressFailure,
  { urls = [url], maxBytes = 1000, usedBytes = 100 } = {},
) {
  const send = async (request: EgressRequest): Promise<EgressResponse | EgressFailure> => {
    const response = respond(request);
    const body = ("body" in response ? response.body : undefined) ?? Buffer.from("a: 1");
    return response.ok === false
      ? response
      : { ok: true, status: 200, headers: {}, url: request.url, sizeBytes: body.length, ...response, body };
  };
  return fetchFiles({ send }, urls, { maxBytes, usedBytes }, 5000);
}

const failure = (kind: EgressFailure["kind"], message: string): EgressFailure => ({
  ok: false,
  kind,
  message,
  sent: true,
});
const readIssue = (fetching: Promise<unknown>): Promise<string> =>
  fetching.then(
    () => "nothing",
    (error) => error.details[0].issue,
  );

it("asks within the limits of the import, and for the file's own origin only", async () => {
  const requests: EgressRequest[] = [];
  const files = await fetchFrom((request) => {
    requests.push(request);
    return { url: `${url}?moved` };
  });
  expect(files).toEqual(new Map([[url, { text: "a: 1", url: `${url}?moved` }]]));
  expect(requests).toEqual([expect.objectContaining({ method: "GET", maxBytes: 900, staysAtOrigin: true })]);
  expect(requests[0]?.timeoutMs).toBeLessThanOrEqual(5000);
});

it.each([
  [{ status: 404 }, "There is nothing at its address (404)."],
  [{ status: 403 }, "Its address requires credentials (403)."],
  [{ status: 304 }, "Its address returned status 304 instead of a file."],
  [{ body: Buffer.from([0xe9]) }, /not in UTF-8/],
  [failure("addressRefused", "The application redirected to another origin."), /^The server redirected/],
])("leaves out a file with %j", async (response, problem) => {
  expect((await fetchFrom(() => response)).get(url)).toEqual({
    problem: typeof problem === "string" ? problem : expect.stringMatching(problem),
  });
});

it.each([
  [{ status: 503 }, "status 503"],
  [{ status: 429 }, "status 429"],
  [failure("timeout", "The application took too long."), "The server took too long."],
  [failure("downstreamUnavailable", "The application refused it."), "The server refused it."],
])("refuses the import at %j, which may be over soon", async (response, reason) => {
  const issue = await readIssue(fetchFrom(() => response));
  expect(issue).toContain(`The file ${url}, which the document refers to, could not be fetched.`);
  expect(issue).toContain(reason);
});

it("refuses files that are too large together, and asks for nothing more", async () => {
  const urls = Array.from({ length: 50 }, (_, n) => `${url}?${n}`);
  let asked = 0;
  const respond = () => {
    asked++;
    return { body: Buffer.alloc(400, " ") };
  };
  expect(await readIssue(fetchFrom(respond, { urls }))).toMatch(/are larger than .* MiB/);
  expect(asked).toBeLessThan(10);
  expect(await readIssue(fetchFrom(() => failure("outputTooLarge", "")))).toMatch(/are larger than/);
});
