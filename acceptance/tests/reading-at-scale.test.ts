import { expect, test } from "vitest";
import { hireActor, makeKey } from "../support/actors.ts";
import { connect } from "../support/applications.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Approval, ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

test(
  "the list of approvals cuts a large input, and the record has it",
  proves("approvals.list.cut"),
  async () => {
    const owner = await hireActor();
    const { connectionId, applicationSlug } = await connect(owner, bench.application);
    const connections = [{ connectionId, applicationSlug, toolSlugs: [bench.tool("create_item")] }];
    const body = { name: "Held", connections, settings: { approvals: "all" } };
    const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", body));
    const long = { title: "é".repeat(2100) };
    for (const fields of [{ title: "short" }, long]) {
      await succeed(
        owner.post(`/v1/tools/${bench.tool("create_item")}/execute`, { fields }, { query: { toolsetId } }),
      );
    }
    const { items } = await succeed<ListOf<Approval>>(owner.get("/v1/approvals"));
    const [cut, short] = items;
    expect(short).toMatchObject({ input: { title: "short" }, isInputCut: false });
    expect(cut).toMatchObject({ input: JSON.stringify(long).slice(0, 1024), isInputCut: true });
    expect(await succeed(owner.get(`/v1/approvals/${cut?.approvalId}`))).toEqual({
      ...cut,
      input: long,
      isInputCut: false,
    });
  },
);

test("approvals that wait no more are a list of their own", proves("approvals.list.waiting"), async () => {
  const owner = await hireActor();
  const { connectionId, applicationSlug } = await connect(owner, bench.application);
  const connections = [{ connectionId, applicationSlug, toolSlugs: [bench.tool("create_item")] }];
  const body = { name: "Held", connections, settings: { approvals: "writes" } };
  const { toolsetId } = await succeed<Toolset>(owner.post("/v1/toolsets", body));
  const agent = createKeyCaller((await makeKey(owner, { name: "Agent", toolsetId })).apiKey);
  const ids: string[] = [];
  for (const title of ["One", "Two", "Three", "Four"]) {
    const { headers } = await agent.post(`/v1/tools/${bench.tool("create_item")}/execute`, {
      fields: { title },
    });
    ids.push(headers["x-bowline-approval-id"] ?? "");
  }
  await succeed(owner.post(`/v1/approvals/${ids[0]}/Deny`, {}));
  await succeed(owner.post(`/v1/approvals/${ids[1]}/Approve`));
  await succeed(owner.post(`/v1/approvals/${ids[2]}/Deny`, {}));
  const list = async (query: Record<string, string | number | boolean>) => {
    const { items, totalCount } = await succeed<ListOf<{ approvalId: string }>>(
      owner.get("/v1/approvals", query),
    );
    return { ids: items.map(({ approvalId }) => approvalId), totalCount };
  };
  expect(await list({ isWaiting: true })).toEqual({ ids: [ids[3]], totalCount: 1 });
  expect(await list({ isWaiting: false, top: 2 })).toEqual({ ids: [ids[2], ids[1]], totalCount: 3 });
  expect(await list({ isWaiting: false, top: 2, offset: 2 })).toEqual({ ids: [ids[0]], totalCount: 3 });
  expect(await list({ isWaiting: false, status: "denied" })).toEqual({
    ids: [ids[2], ids[0]],
    totalCount: 2,
  });
  expect(await list({ isWaiting: true, status: "denied" })).toEqual({ ids: [], totalCount: 0 });
});
