import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgentCode } from "./write-agent-code.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..", "..", "..");
const readme = readFileSync(join(root, "packages", "sdk", "README.md"), "utf8");
const programs = writeAgentCode("a-toolset", "http://localhost:4400/mcp/a-toolset");

test.each(programs.filter(({ usesSdk }) => usesSdk))(
  "the code for $name is that of the SDK's README, which its own tests run",
  ({ code }) => {
    const told = code
      .replace('"a-toolset"', 'process.env.TOOLSET_ID ?? ""')
      .replace("What can you do?", "Make a lamp.");
    expect(readme).toContain(`\`\`\`ts\n${told}\`\`\``);
  },
);

test("the code for Python connects to the toolset's address", () => {
  const [python] = programs.filter(({ usesSdk }) => !usesSdk);
  expect(python?.code).toContain('url = "http://localhost:4400/mcp/a-toolset"');
});
