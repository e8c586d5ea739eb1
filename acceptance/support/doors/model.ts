import type { JsonObject } from "../records.ts";
import {
  type DoorConnection,
  type DoorCredential,
  type DoorTool,
  type DoorToolset,
  type DoorWorld,
  doorOperations,
} from "./world.ts";

/** A call as an agent makes it: by an address, or through the meta-tools. */
export interface DoorCall {
  credential: DoorCredential;
  tool: DoorTool;
  /** The toolset that the call names; null: none. */
  named: DoorToolset | null;
  explicit: DoorConnection | null;
  input: JsonObject;
}

/** What must become of a call. `refused`: one of these error codes. */
export type DoorVerdict =
  | { kind: "refused"; codes: string[] }
  | { kind: "runs"; connection: DoorConnection; toolset: DoorToolset | null; sent: JsonObject; key: string }
  | { kind: "held"; connection: DoorConnection; toolset: DoorToolset; sent: JsonObject; key: string };

/** Whether the granted scopes contain this one. */
export const hasScope = ({ scopes }: DoorCredential, scope: string): boolean =>
  scopes === null || scopes.includes(scope);

/** The connections of a toolset that may use a tool. */
export const listPermitting = (toolset: DoorToolset, { slug }: Pick<DoorTool, "slug">): DoorConnection[] =>
  toolset.entries.filter(({ slugs }) => slugs.has(slug)).map(({ connection }) => connection);

/** The tools of a toolset that a credential may see there. */
export const listVisible = (
  { tools }: DoorWorld,
  { isReadOnly }: DoorCredential,
  toolset: DoorToolset,
): DoorTool[] =>
  tools.filter(
    (tool) =>
      listPermitting(toolset, tool).length > 0 && (doorOperations[tool.operation].isReadOnly || !isReadOnly),
  );

/** The tools that a credential may see at all. */
export const listSeen = (world: DoorWorld, credential: DoorCredential): DoorTool[] =>
  credential.toolset === null
    ? world.tools.filter(({ operation }) => doorOperations[operation].isReadOnly || !credential.isReadOnly)
    : listVisible(world, credential, credential.toolset);

/** Judges a call by the contract's rule 2 and decisions D13, D30, D58, D65 and D66, with no look at the server's code. */
export function judgeCall(world: DoorWorld, call: DoorCall): DoorVerdict {
  const { credential, tool, named, explicit, input } = call;
  const codes: string[] = [];
  const refuse = (when: boolean, code: string) => when && codes.push(code);
  const facts = doorOperations[tool.operation];
  const narrowedTo = credential.toolset;
  const toolset = named ?? narrowedTo;
  refuse(!hasScope(credential, "tools:execute"), "FORBIDDEN");
  refuse(credential.isReadOnly && !facts.isReadOnly, "TOOL_NOT_PERMITTED");
  refuse(named !== null && named.owner !== credential.owner, "FORBIDDEN");
  refuse(named !== null && narrowedTo !== null && named !== narrowedTo, "FORBIDDEN");
  const presets = toolset?.presets.get(tool.slug) ?? {};
  refuse(
    Object.keys(input).some((name) => Object.hasOwn(presets, name)),
    "VALIDATION_ERROR",
  );
  const sent = { ...input, ...presets };
  refuse(
    facts.required.some((name) => !Object.hasOwn(sent, name)),
    "VALIDATION_ERROR",
  );
  const found = explicit === null ? findConnection(world, call, toolset) : judgeExplicit(call, explicit);
  if (typeof found === "string") {
    codes.push(found);
  }
  if (codes.length > 0 || typeof found === "string") {
    return { kind: "refused", codes };
  }
  const key = JSON.stringify([toolset?.toolsetId, tool.slug, found.connectionId, sent]);
  return toolset !== null && needsApproval(toolset, tool)
    ? { kind: "held", connection: found, toolset, sent, key }
    : { kind: "runs", connection: found, toolset, sent, key };
}

function judgeExplicit({ credential, tool }: DoorCall, explicit: DoorConnection): DoorConnection | string {
  if (explicit.owner !== credential.owner) {
    return "FORBIDDEN";
  }
  if (credential.toolset !== null && !listPermitting(credential.toolset, tool).includes(explicit)) {
    return "TOOL_NOT_PERMITTED";
  }
  return explicit.applicationSlug === tool.applicationSlug ? explicit : "VALIDATION_ERROR";
}

function findConnection(
  world: DoorWorld,
  { credential, tool }: DoorCall,
  toolset: DoorToolset | null,
): DoorConnection | string {
  const own = world.connections.find(
    (one) => one.owner === credential.owner && one.applicationSlug === tool.applicationSlug && one.isDefault,
  );
  const isCovered = toolset?.entries.some(
    ({ connection }) => connection.applicationSlug === tool.applicationSlug,
  );
  if (toolset !== null && (isCovered || credential.toolset !== null)) {
    const permitting = listPermitting(toolset, tool);
    const [only] = permitting;
    if (only === undefined) {
      return "TOOL_NOT_PERMITTED";
    }
    if (permitting.length === 1) {
      return only;
    }
    return own !== undefined && permitting.includes(own) ? own : "AMBIGUOUS_CONNECTION";
  }
  return own ?? "NO_DEFAULT_CONNECTION";
}

function needsApproval({ approvals }: DoorToolset, { operation }: DoorTool): boolean {
  const { isReadOnly, isDestructive } = doorOperations[operation];
  return (
    approvals === "all" ||
    (approvals === "writes" && !isReadOnly) ||
    (approvals === "destructive" && isDestructive)
  );
}
