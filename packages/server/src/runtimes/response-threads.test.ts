import { expect, test } from "vitest";
import { openResponseThreads } from "./response-threads.ts";

const threads = openResponseThreads();
const secret = "sk_live_5up3rs3cr3t";

const read = (text: string, contentType = "application/json", status = 200) =>
  threads.read({ status, headers: { "content-type": contentType }, body: Buffer.from(text), failure: null }, [
    secret,
  ]);

const fill = (text: string, megabytes: number): string =>
  text.repeat(Math.floor((megabytes * 1024 * 1024) / text.length));

test("a response without secrets is passed on as the text that came", async () => {
  const text = ` [${fill('{"id": 1.0},', 1)}{}]`;
  const response = await read(text);
  expect(response).toMatchObject({ isSuccess: true, outputText: text });
  expect(response.output).toEqual(JSON.parse(text));
});

test.each([
  [
    "JSON",
    "application/json",
    JSON.stringify([secret, { [secret]: `a ${secret}` }]),
    ["***", { "***": "a ***" }],
  ],
  ["text", "text/plain", `a ${secret}`, "a ***"],
  ["bytes", "image/png", `\0${secret}`, { contentType: "image/png", base64: "ACoqKg==" }],
])("a secret in %s is masked", async (_name, contentType, text, output) => {
  const response = await read(text, contentType);
  expect(response).toMatchObject({ isSuccess: true, outputText: JSON.stringify(output), output });
});

test("a refusal has the application's words, without the secret", async () => {
  expect(await read(JSON.stringify({ message: `No ${secret}` }), "application/json", 404)).toEqual({
    isSuccess: false,
    kind: "downstreamRefused",
    message: "The application returned 404: No ***",
    output: null,
  });
});

test("records are not heavy, and structures without content are", async () => {
  const record = JSON.stringify({
    id: 1,
    name: "a name",
    tags: ["a", "b"],
    owner: { id: 2, isActive: true },
  });
  expect(await read(`[${fill(`${record},`, 5)}1]`)).toMatchObject({ isOutputHeavy: false });
  expect(await read(`[${fill("1.25,", 5)}1]`)).toMatchObject({ isOutputHeavy: false });
  const names = Array.from({ length: 300_000 }, (_, n) => `"n${n}":1`).join();
  for (const text of [`[${fill("{},", 5)}1]`, `{${names}}`]) {
    expect(await read(text)).toMatchObject({ isSuccess: true, isOutputHeavy: true });
  }
});

test("what is nested too deeply is not shown", async () => {
  const response = await read(`${"[".repeat(1e6)}"${secret}"${"]".repeat(1e6)}`);
  expect(response).toMatchObject({
    isSuccess: false,
    kind: "outputTooLarge",
    message: "The application's response is nested too deeply to be read.",
    output: null,
  });
});

test("the thread that asks does next to nothing while a large response is searched", async () => {
  const body = Buffer.from(`["${secret}",${fill('"%41&#65;\\u0041",', 4)}1]`);
  const before = process.threadCpuUsage();
  await threads.read({ status: 200, headers: {}, failure: null, body }, [secret]);
  const spent = process.threadCpuUsage(before);
  // The search takes about a second of computing time.
  expect((spent.user + spent.system) / 1000).toBeLessThan(200);
}, 60_000);
