import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestRegistry, type TestRegistry } from "../../../testing/npm-registry.ts";
import { openPackageFiles, RegistryUnreachableError } from "./package-files.ts";

const files = {
  "package.json": "{}",
  "docs/api.json": '{"openapi":"3.1.0"}',
  "big.txt": "x".repeat(100_000),
};

let registry: TestRegistry;
let folder: string;
let wanted: { package: string; version: string; integrity: string; files: string[] };
beforeAll(async () => {
  registry = await openTestRegistry();
});
beforeEach(async () => {
  registry.isUp = true;
  folder = await mkdtemp(join(tmpdir(), "bowline-packages-"));
  const integrity = await registry.publish("@shop/api", "1.2.3", files);
  wanted = { package: "@shop/api", version: "1.2.3", integrity, files: ["docs/api.json"] };
  return () => rm(folder, { recursive: true });
});
afterAll(() => registry.close());

const open = () => openPackageFiles(folder, { ...registry.env, HOME: folder }, folder);

test("the needed file is taken from the package's tarball, and nothing else is kept", async () => {
  expect(await open().load(wanted)).toEqual(new Map([["docs/api.json", files["docs/api.json"]]]));
  const kept = await readdir(folder);
  expect(kept).toEqual([expect.stringMatching(/^shop-api-1\.2\.3-[0-9a-f]{24}\.br$/)]);
});

test("a file that is kept is not downloaded again", async () => {
  await open().load(wanted);
  registry.isUp = false;
  expect(await open().load(wanted)).toEqual(new Map([["docs/api.json", files["docs/api.json"]]]));
});

test("a kept file that is damaged is downloaded again", async () => {
  await open().load(wanted);
  const [name = ""] = await readdir(folder);
  const content = await readFile(join(folder, name));
  await writeFile(join(folder, name), content.subarray(0, 5));
  expect((await open().load(wanted)).get("docs/api.json")).toBe(files["docs/api.json"]);
});

test("a tarball with another integrity is refused, and nothing of it is kept", async () => {
  const other = await registry.publish("other", "1.0.0", { "docs/api.json": "other" });
  await expect(open().load({ ...wanted, integrity: other })).rejects.toThrow(/integrity|EINTEGRITY|sha512/);
  expect(await readdir(folder)).toEqual([]);
});

test("a file that the package lacks is an error that names it", async () => {
  await expect(open().load({ ...wanted, files: ["nothing.json"] })).rejects.toThrow(
    "The package @shop/api@1.2.3 has no file nothing.json.",
  );
});

test("npm's own settings say which registry is asked", async () => {
  await writeFile(join(folder, ".npmrc"), `@shop:registry=${registry.url}/\n`);
  const env = {
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_userconfig: join(folder, ".npmrc"),
    npm_config_fetch_retries: "0",
  };
  expect((await openPackageFiles(folder, env, folder).load(wanted)).size).toBe(1);
});

test("without a registry the error says so", async () => {
  registry.isUp = false;
  await expect(open().load(wanted)).rejects.toThrow(/The npm registry cannot be reached: 503/);
});

test("after the registry was not reached once, no other package waits for it", async () => {
  registry.isUp = false;
  const packages = open();
  await expect(packages.load(wanted)).rejects.toThrow(RegistryUnreachableError);
  const { length } = registry.requests;
  await expect(packages.load({ ...wanted, package: "other" })).rejects.toThrow(RegistryUnreachableError);
  expect(registry.requests).toHaveLength(length);
});
