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
    const connection = { fields, serverUrl };
    const output = await tool.run({ input: parsed.data, connection, egress, signal });
    return checkOutput(tool, output ?? null, maxBytes);
  } catch (error) {
    return describeError(error);
  }
}

function checkOutput(tool: RunTool, output: unknown, maxBytes: number): CodeResult {
  const parsed = tool.output.safeParse(output);
  if (!parsed.success) {
    const message = `The tool's code returned an output that its schema does not allow: ${describeIssue(parsed.error)}`;
    return fail("invalidOutput", message);
  }
  const outputText: string | undefined = JSON.stringify(output);
  if (outputText === undefined) {
    return fail("invalidOutput", `The tool's code returned a ${typeof output}, which is no JSON.`);
  }
  return outputText.length > maxBytes
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
