import { expect } from "vitest";
import { succeed } from "../caller.ts";
import { hasScope } from "./model.ts";
import { type DoorRun, type DoorStep, pick } from "./run.ts";
import { renderEntries } from "./world.ts";

/** Whoever asked, or somebody who must not, decides about the last call that was held back. */
export async function decide(run: DoorRun, step: DoorStep): Promise<void> {
  const credential = pick(run.world.credentials, step.credential);
  if (run.asked === null) {
    return;
  }
  const { id, key, owner } = run.asked;
  const isDenial = step.variant % 4 === 0;
  const verb = isDenial ? "Deny" : "Approve";
  const { isReadOnly, toolset } = credential;
  const response = await credential.api.post(`/v1/approvals/${id}/${verb}`, isDenial ? {} : undefined);
  run.checkHints(credential, id, response.text);
  if (run.isRefusedAtDoor(credential, response)) {
    return;
  }
  const isPermitted =
    credential.owner === owner && toolset === null && !isReadOnly && hasScope(credential, "toolsets:write");
  if (!isPermitted) {
    expect(response.status, response.text).toBe(403);
    return;
  }
  expect([200, 409], response.text).toContain(response.status);
  if (response.status === 200) {
    run.approved[isDenial ? "delete" : "add"](key);
  }
}

/** The owner permits a tool, or no longer does. It holds for the next request. */
export async function change(run: DoorRun, step: DoorStep): Promise<void> {
  const toolset = pick(run.world.toolsets.slice(0, 2), step.toolset);
  if (toolset.entries.length === 0) {
    return;
  }
  const { connection, slugs } = pick(toolset.entries, step.connection);
  const tools = run.world.tools.filter((tool) => tool.applicationSlug === connection.applicationSlug);
  const { slug } = pick(tools, step.tool);
  slugs[slugs.has(slug) ? "delete" : "add"](slug);
  const connections = renderEntries(toolset.entries);
  await succeed(run.world.owner.patch(`/v1/toolsets/${toolset.toolsetId}`, { connections }));
}
