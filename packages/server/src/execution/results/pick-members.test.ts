import { expect, test } from "vitest";
import type { Outcome } from "../../runtimes/outcome.ts";
import type { LoadedTool } from "../load-tool.ts";
import { pickMembers } from "./pick-members.ts";

const tool = { entry: { resultsPath: "" } } as Pick<LoadedTool, "entry">;
const executionInfo = { statusCode: 200, headers: {}, executionTime: 1, dataSize: 2 };
const names = Array.from({ length: 200 }, (_, index) => `name${index}`);

const pick = (records: unknown[], members: string[]): Promise<Outcome> =>
  Promise.resolve(
    pickMembers(tool, members, { isSuccess: true, output: records, outputText: null, executionInfo }),
  );

test("each record keeps the members that are named, and what is no record stays", async () => {
  const records = [{ id: 1, name: "a", size: 2 }, JSON.parse('{"__proto__": 3}'), "text", null];
  const { output } = (await pick(records, ["size", "id", "__proto__"])) as { output: unknown };
  expect(JSON.stringify(output)).toBe('[{"id":1,"size":2},{"__proto__":3},"text",null]');
});

test.each([
  [["id", "naem"], 'No result has the field "naem"; did you mean "name"?'],
  [["owner.login"], 'No result has the field "owner.login"; there are "id", "name", "owner" and others.'],
  [["id", "size"], undefined],
])("a name that no record has gives a warning: %j", async (members, warning) => {
  const records = [{ id: 1, name: "a", owner: { login: "ada" } }, { size: 1 }];
  const { warning: given } = (await pick(records, members)) as { warning?: string };
  expect(given).toBe(warning);
  expect(await pick([], members)).not.toHaveProperty("warning");
});

test("the work for a record does not grow with the names", async () => {
  let lookups = 0;
  const record = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        lookups++;
        return undefined;
      },
    },
  );
  await pick([record], names);
  expect(lookups).toBe(0);
});

test("other calls get their turn while many records are picked from", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await pick(
    Array.from({ length: 400_000 }, () => ({})),
    names,
  );
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
});
