import type { z } from "zod";
import { type ApplicationManifest, objectKind, testCall } from "../../manifest/application-manifest.ts";
import { listOf, type UncheckedRecord } from "../../record.ts";
import { toSnakeCase } from "../../slugs.ts";
import type { HttpTool } from "../../tool.ts";
import type { Notes } from "../notes.ts";
import { guessAccountCall } from "./guess-account-call.ts";

/**
 * Reads the marks at the root of a document (decisions D24): `x-bowline-objects`, a list of `objectKind`, and `x-bowline-test`, a
 * `testCall`. A wrong entry is left out with a remark. Without a test call, the account call is guessed. Undefined when there
 * is nothing to return.
 */
export function readApplicationMarks(
  document: UncheckedRecord,
  tools: readonly HttpTool[],
  notes: Notes,
): ApplicationManifest | undefined {
  const objects = readObjects(document["x-bowline-objects"], tools, notes);
  const stated = document["x-bowline-test"];
  const test = stated === undefined ? undefined : readCall("x-bowline-test", testCall, stated, tools, notes);
  const account = test === undefined ? guessAccountCall(tools) : undefined;
  if (objects.length === 0 && test === undefined && account === undefined) {
    return undefined;
  }
  return {
    ...(objects.length > 0 && { objects }),
    ...(test !== undefined && { test }),
    ...(account !== undefined && { account }),
  };
}

function readObjects(
  value: unknown,
  tools: readonly HttpTool[],
  notes: Notes,
): NonNullable<ApplicationManifest["objects"]> {
  const mark = "x-bowline-objects";
  if (value !== undefined && !Array.isArray(value)) {
    notes.add(`The mark ${mark} is left out: it is not a list`);
  }
  const kinds = listOf(value).slice(0, 50);
  return kinds.flatMap((one, index) => {
    const kind = readCall(`${mark}[${index}]`, objectKind, one, tools, notes);
    if (kind === undefined) {
      return [];
    }
    const tool = tools.find(({ operation }) => operation === kind.operation);
    if (tool !== undefined && tool.resultsPath !== null) {
      return [kind];
    }
    notes.add(`The mark ${mark}[${index}] is left out: the path of its list of results is unknown`);
    return [];
  });
}

/** Reads a mark that names a tool, and replaces the name with the tool's bare operation. */
function readCall<Call extends { operation: string }>(
  mark: string,
  schema: z.ZodType<Call>,
  value: unknown,
  tools: readonly HttpTool[],
  notes: Notes,
): Call | undefined {
  const leaveOut = (reason: string) => void notes.add(`The mark ${mark} is left out: ${reason}`);
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    leaveOut(`${issue?.path.join(".") || "it"}: ${issue?.message ?? "is malformed"}`);
    return undefined;
  }
  const { operation } = result.data;
  const tool = tools.find((one) => one.operation === operation || one.operationKey === operation);
  const found = tool ?? tools.find((one) => one.operation === toSnakeCase(operation));
  if (found === undefined) {
    leaveOut(`there is no operation ${JSON.stringify(operation)}`);
    return undefined;
  }
  // A POST is accepted, because it may only read, as in Slack's API. The mark's author is responsible for that.
  if (!found.annotations.readOnlyHint && found.binding.method !== "POST") {
    leaveOut(`the operation ${JSON.stringify(operation)} does not only read`);
    return undefined;
  }
  return { ...result.data, operation: found.operation };
}
