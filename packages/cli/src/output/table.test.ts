import { stripVTControlCharacters as plain } from "node:util";
import { expect, it } from "vitest";
import { renderRecord, renderTable, renderTabs } from "./table.ts";

const columns = {
  id: (item: { id: number; name: string; text: string }) => item.id,
  name: ({ name }: { name: string }) => name,
  text: ({ text }: { text: string }) => text,
};
const items = [
  { id: 1, name: "a".repeat(60), text: "b".repeat(60) },
  { id: 22_222_222, name: "短い", text: "two\nlines\u001b[31m" },
];
it("keeps a table within the width, and the first column whole", () => {
  const lines = plain(renderTable(columns, items, 80)).split("\n");
  expect(lines[0]).toMatch(/^ID {8}NAME +TEXT$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines[1]).toMatch(/^1 +a+… {2}b+…$/);
  expect(lines[2]).toContain("22222222  短い");
});

it("gives each item lines of its own where the columns have no room", () => {
  expect(plain(renderTable(columns, items, 20)).split("\n")).toEqual([
    "id    1",
    `name  ${"a".repeat(13)}…`,
    `text  ${"b".repeat(13)}…`,
    "",
    "id    22222222",
    "name  短い",
    "text  two lines [31m",
  ]);
});

it("gives each item lines of its own before the cells say little", () => {
  const app = {
    slug: "anthropic",
    name: "Anthropic",
    tools: 10,
    source: "builtin",
    description: "Ask models.",
  };
  const apps = {
    slug: ({ slug }: typeof app) => slug,
    name: ({ name }: typeof app) => name,
    tools: ({ tools }: typeof app) => tools,
    source: ({ source }: typeof app) => source,
    description: ({ description }: typeof app) => description,
  };
  expect(plain(renderTable(apps, [app], 40)).split("\n")).toEqual([
    "slug         anthropic",
    "name         Anthropic",
    "tools        10",
    "source       builtin",
    "description  Ask models.",
  ]);
  expect(plain(renderTable(apps, [app], 60))).toMatch(
    /^SLUG +NAME .*\nanthropic +Anthropic +10 +builtin +Ask models\.$/,
  );
});

it("shows times whole, in lines of their own where they have no room beside the rest", () => {
  const time = () => "2026-11-22T10:45:28.123Z";
  const lines = plain(renderTable({ ...columns, time }, items, 60)).split("\n");
  expect(lines[1]).toMatch(/^1 +a+… +b+… +2026-11-22T10:45:28Z$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  const approval = { id: "0b5c4b5e-8d0f-4f7c-9a53-3c4d2d5b7f10", status: "waiting", tool: "b".repeat(30) };
  const approvals = {
    id: ({ id }: typeof approval) => id,
    status: ({ status }: typeof approval) => status,
    tool: ({ tool }: typeof approval) => tool,
    requested: time,
    expires: time,
  };
  expect(plain(renderTable(approvals, [approval], 80)).split("\n")).toEqual([
    `id         ${approval.id}`,
    "status     waiting",
    `tool       ${"b".repeat(30)}`,
    "requested  2026-11-22T10:45:28Z",
    "expires    2026-11-22T10:45:28Z",
  ]);
  expect(renderTabs({ ...columns, time }, items)).toContain("2026-11-22T10:45:28.123Z");
});

it("counts characters that are two columns wide as two", () => {
  const wide = [{ id: 1, name: "短".repeat(30), text: "end" }];
  const [, row = ""] = plain(renderTable(columns, wide, 40)).split("\n");
  expect(row).toMatch(/^1 {3}短+… {1,2} end$/u);
  expect(row.match(/短/gu)?.length).toBeLessThanOrEqual(15);
});

it("lets no text move the cursor or begin a line", () => {
  expect(renderTabs(columns, items).split("\n")).toHaveLength(2);
  expect(renderTabs(columns, items)).not.toContain("\u001b");
  expect(renderRecord(columns, { id: 1, name: "a\tb", text: "c" }, false)).toBe("id\t1\nname\ta b\ntext\tc");
});

it("shows characters that are not drawn in a value that is JSON, such as the input of a call", () => {
  const input = { to: "ada\u200b\u202emoc" };
  expect(renderRecord({ input: () => input }, {}, true)).toContain(String.raw`{"to":"ada\u200b\u202emoc"}`);
});
