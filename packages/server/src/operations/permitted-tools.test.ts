import { expect, test } from "vitest";
import { loadNarrowedToolset } from "./permitted-tools.ts";

const toolset = { toolsetId: "a", accountUserId: 1, connections: [] };
const toolsets = { get: () => Promise.resolve(toolset) } as unknown as Parameters<
  typeof loadNarrowedToolset
>[0];
const load = (accountUserId: number, toolsetId: string | null) =>
  loadNarrowedToolset(toolsets, { accountUserId, credential: { narrowing: { toolsetId } } } as never);

test("a credential is narrowed to a toolset of its own member, and sees none of another's", async () => {
  expect(await load(1, "a")).toBe(toolset);
  expect(await load(2, "a")).toBeNull();
  expect(await load(1, null)).toBeNull();
});
