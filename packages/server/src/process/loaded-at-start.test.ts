import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints the addresses of all modules that the program imports. */
const listModules = `
  import { registerHooks } from "node:module";
  const addresses = [];
  registerHooks({ load(address, context, next) { addresses.push(address); return next(address, context); } });
  await import(${JSON.stringify(new URL("./run-server.ts", import.meta.url).href)});
  console.log(JSON.stringify(addresses));
`;

/** Each takes 2 MB or more, and many servers never use it. */
const loadedLater = [
  "oidc-provider",
  "jose",
  "mysql2",
  "@modelcontextprotocol",
  "graphql",
  "ioredis",
  "prom-client",
];

test("a start loads no library that only some servers use", async () => {
  const run = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", listModules]);
  const addresses: string[] = JSON.parse(run.stdout);
  expect(addresses.filter((address) => address.includes("/node_modules/pg/"))).not.toEqual([]);
  const found = loadedLater.filter((name) =>
    addresses.some((address) => address.includes(`/node_modules/${name}/`)),
  );
  expect(found).toEqual([]);
});
