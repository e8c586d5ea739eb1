import { operations } from "@bowline/contract";
import { expect, test } from "vitest";
import { prepareUnknownRoute } from "./unknown-route.ts";

const describeUnknown = prepareUnknownRoute(Object.values(operations));

test.each([
  ["PUT", "/v1/tools", "There is no PUT /v1/tools. This path takes GET."],
  [
    "GET",
    "/v1/connections/3/Default",
    "There is no GET /v1/connections/3/Default. This path takes PUT, DELETE.",
  ],
  [
    "PUT",
    "/v1/connections/3/default",
    "There is no PUT /v1/connections/3/default. Did you mean /v1/connections/{connectionId}/Default? It takes PUT, DELETE.",
  ],
  ["GET", "/v1/tools/", "There is no GET /v1/tools/. Did you mean /v1/tools? It takes GET."],
  ["GET", "/v1/nothing", "There is no GET /v1/nothing. All paths are listed at /docs."],
])("%s %s", (method, path, expected) => {
  expect(describeUnknown(method, path)).toBe(expected);
});
