import type { DefinedApplication, ToolEgress, z } from "@bowline/catalog/application";
import { describeError } from "./describe-error.ts";
import type { CodeJob, CodeResult } from "./messages.ts";

type AnyTool = DefinedApplication["definition"]["tools"][number]["definition"];
export type RunTool = AnyTool & { run: NonNullable<AnyTool["run"]> };

/** Runs the code of a tool. Never throws. The result is JSON that the tool's output schema accepts. */
export async function runTool(
  tool: RunTool,
  { input, fields, serverUrl, maxBytes }: CodeJob,
  egress: ToolEgress,
  signal: AbortSignal,
): Promise<CodeResult> {
  try {
    const parsed = tool.input.safeParse(input);
    if (!parsed.success) {
      return fail("toolError", `The input is wrong: ${describeIssue(parsed.error)}`);
    }
    if (countPrototypeMembers(parsed.data) < countPrototypeMembers(input)) {
      return fail("toolError", "The input has a member called __proto__, which the tool cannot take.");
    }
    const connection = { fields, serverUrl };
    const output = await tool.run({ input: parsed.data, connection, egress, signal });
    return checkOutput(tool, output ?? null, maxBytes);
  } catch (error) {
    return describeError(error);
  }
}

/** Counts the members called `__proto__`, since a zod record drops them without a word. */
function countPrototypeMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  const own = Object.hasOwn(value, "__proto__") ? 1 : 0;
  return Object.values(value).reduce((count: number, member) => count + countPrototypeMembers(member), own);
}

function checkOutput(tool: RunTool, output: unknown, maxBytes: number): CodeResult {
  const parsed = tool.output.safeParse(output);
  if (!parsed.success) {
    const message = `The tool's code returned an output that its schema does not allow: ${describeIssue(parsed.error)}`;
    return fail("invalidOutput", message);
  }
  const outputText: string | undefined = JSON.stringify(output);
  if (outputText === undefined) {
    return fail("invalidOutput", `The tool's code returned a ${typeof output}, which is not JSON.`);
  }
  return Buffer.byteLength(outputText) > maxBytes
    ? fail("outputTooLarge", `The tool's output is larger than ${maxBytes} bytes.`)
    : { ok: true, outputText };
}

function describeIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  const place = issue?.path.join(".") ?? "";
  return `${place === "" ? "" : `${place}: `}${issue?.message}`;
}

const fail = (kind: "toolError" | "invalidOutput" | "outputTooLarge", message: string): CodeResult => ({
  ok: false,
  kind,
  message,
  stack: null,
});
