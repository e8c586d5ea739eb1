import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOperatorApplications } from "./operator-applications.ts";
import { showsApplication } from "./shows-application.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-operator-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string) {
  const file = join(folder, "applications.json");
  await writeFile(file, content);
  return readOperatorApplications(file);
}

test("without a file nothing is set", async () => {
  expect((await readOperatorApplications(null)).size).toBe(0);
});

test("an address loses its trailing slash", async () => {
  const applications = await read('{"github": {"serverUrl": "https://git.example.com/api/v3/"}}');
  expect(applications.get("github")).toEqual({ serverUrl: "https://git.example.com/api/v3" });
});

test.each([
  ["no JSON", '{"github": {"client": {"clientSecret": "canary"', "is not valid JSON"],
  [
    "an unknown member",
    '{"github": {"enable": false, "client": {"clientId": "canary"}}}',
    'wrong at github.enable: There is no such member. Did you mean "enabled"?',
  ],
  [
    "an address with a query",
    '{"github": {"serverUrl": "https://canary.test?a=1"}}',
    "wrong at github.serverUrl:",
  ],
  [
    "a client without an id",
    '{"github": {"client": {"clientSecret": "canary"}}}',
    "wrong at github.client.clientId: Is missing.",
  ],
  ["a list", "[]", "wrong at its content: Must be an object, not a list."],
  ["a name that is no slug", '{"My App": {}}', "wrong at My App: Is not the slug of an application"],
])("%s stops the start, and no value of the file is named", async (_what, content, message) => {
  const reading = read(content);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.not.toThrow("canary");
});

test("a file that is missing stops the start", async () => {
  await expect(readOperatorApplications(join(folder, "none.json"))).rejects.toThrow("does not exist");
});

test("an application is shown when it is chosen and not switched off", async () => {
  const applications = await read('{"slack": {"enabled": false}}');
  const github = { slug: "github", source: "builtin" } as const;
  expect(showsApplication("all", applications)(github)).toBe(true);
  expect(showsApplication("all", applications)({ ...github, slug: "slack" })).toBe(false);
  expect(showsApplication([], applications)(github)).toBe(false);
  expect(showsApplication(["figma"], applications)(github)).toBe(false);
});
