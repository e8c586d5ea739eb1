import { expect, test } from "vitest";
import { listVariables } from "./list-variables.ts";

test("the names in braces are listed in their order; braces around nothing name nothing", () => {
  expect(listVariables("https://{shop}.example.test/{realm}/{}/{{id}")).toEqual(["shop", "realm", "id"]);
});
