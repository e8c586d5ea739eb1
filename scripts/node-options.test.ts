import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeEnvironment, nodeFlags } from "./node-options.mjs";
import { projectRoot } from "./set-up.mjs";

test("the image runs the server with the same options as npm start", () => {
  const dockerfile = readFileSync(join(projectRoot, "Dockerfile"), "utf8");
  expect(dockerfile).toContain(`exec node ${nodeFlags.join(" ")} packages/server/dist/main-*.js`);
  const { NODE_COMPILE_CACHE: _, ...environment } = nodeEnvironment;
  for (const [name, value] of Object.entries(environment)) {
    expect(dockerfile).toContain(`${name}=${value}`);
  }
});
