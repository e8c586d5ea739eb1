import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "tar";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestRegistry, type TestRegistry } from "../../../testing/npm-registry.ts";
import { openPackageFiles, RegistryUnreachableError } from "./package-files.ts";
import { readNpmOptions } from "./read-npm-options.ts";

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
  Object.assign(registry, { isUp: true, hangs: false, page: null });
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

test("an entry that leads out of the package, and a link, are not read", async () => {
  const integrity = await registry.publishTarball("hostile", "1.0.0", await packHostile(folder));
  const hostile = { package: "hostile", version: "1.0.0", integrity };
  for (const path of ["outside.json", "linked.json"]) {
    await expect(open().load({ ...hostile, files: [path] })).rejects.toThrow(`has no file ${path}`);
  }
  expect(await open().load({ ...hostile, files: ["api.json"] })).toEqual(new Map([["api.json", "{}"]]));
});

test("a package that unpacks to too much is refused, and nothing of it is kept", async () => {
  const line = randomBytes(512).toString("base64");
  const bombs = { "api.json": line.repeat(120_000), "zeros.json": "\0".repeat(80 * 2 ** 20) };
  const refusal = /bomb@1\.0\.\d (?:is too large when it is|cannot be) unpacked/;
  for (const [index, [path, text]] of Object.entries(bombs).entries()) {
    const version = `1.0.${index}`;
    const integrity = await registry.publish("bomb", version, { [path]: text });
    await expect(open().load({ package: "bomb", version, integrity, files: [path] })).rejects.toThrow(
      refusal,
    );
    const other = `sha512-${"A".repeat(86)}==`;
    await expect(
      open().load({ package: "bomb", version, integrity: other, files: [path] }),
    ).rejects.toThrow();
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a registry that returns a page counts as unreachable", async () => {
  registry.page = "<html>Sign in to the network</html>";
  await expect(open().load(wanted)).rejects.toThrow(RegistryUnreachableError);
});

test("a registry that hangs counts as unreachable after npm's own time, and at the latest after half a minute", async () => {
  registry.hangs = true;
  const env = { ...registry.env, HOME: folder, npm_config_fetch_timeout: "300" };
  await expect(openPackageFiles(folder, env, folder).load(wanted)).rejects.toThrow(RegistryUnreachableError);
  expect(await readNpmOptions({ ...registry.env, HOME: folder }, folder)).toMatchObject({ timeout: 30_000 });
  expect(await readNpmOptions(env, folder)).toMatchObject({ timeout: 300 });
});

/** A tarball with a path to outside, and a link to a file outside. */
async function packHostile(place: string): Promise<Buffer> {
  const made = await mkdtemp(join(tmpdir(), "bowline-hostile-"));
  await mkdir(join(made, "package"));
  await writeFile(join(made, "package", "api.json"), "{}");
  await writeFile(join(made, "outside.json"), "outside");
  await symlink(join(place, "..", "outside.json"), join(made, "package", "linked.json"));
  const chunks: Buffer[] = [];
  const cwd = join(made, "package");
  for await (const chunk of create({ cwd, gzip: true, preservePaths: true, prefix: "package" }, [
    "api.json",
    "linked.json",
    "../outside.json",
  ])) {
    chunks.push(Buffer.from(chunk));
  }
  await rm(made, { recursive: true });
  return Buffer.concat(chunks);
}
