import { expect, test } from "vitest";
import { findSlugByName } from "./toolset-settings.ts";

test("a name that the toolset gives a tool leads to its slug, and no other does", () => {
  const settings = { tools: { shop_list: { name: "list" }, shop_create: { name: null }, shop_show: {} } };
  expect(findSlugByName({ settings }, "list")).toBe("shop_list");
  expect(findSlugByName({ settings }, "shop_list")).toBeNull();
  expect(findSlugByName({ settings }, "constructor")).toBeNull();
  expect(findSlugByName({ settings: {} }, "list")).toBeNull();
  expect(findSlugByName({ settings: null }, "list")).toBeNull();
});

test("the names of a toolset are read once, however many tools a list asks for", () => {
  let reads = 0;
  const tools = new Proxy(
    { shop_list: { name: "list" } },
    {
      ownKeys(target) {
        reads++;
        return Reflect.ownKeys(target);
      },
    },
  );
  for (let index = 0; index < 1000; index++) {
    expect(findSlugByName({ settings: { tools } }, `tool_${index}`)).toBeNull();
  }
  expect(reads).toBe(1);
});
