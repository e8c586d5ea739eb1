import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the image runs the server with the same options as npm start", () => {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, "print-start-command.mjs")], {
    encoding: "utf8",
  });
  const { args, env } = JSON.parse(printed) as { args: string[]; env: Record<string, string> };
  const dockerfile = readFileSync(join(import.meta.dirname, "..", "Dockerfile"), "utf8");
  const flags = args.slice(0, -1).join(" ");
  expect(dockerfile).toContain(`exec node ${flags} packages/server/dist/main-*.js`);
  const { NODE_COMPILE_CACHE: _, ...environment } = env;
  for (const [name, value] of Object.entries(environment)) {
    expect(dockerfile).toContain(`${name}=${value}`);
  }
});
