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
  [
    "GET",
    "/v1/connections/",
    "There is no GET /v1/connections/. Did you mean /v1/connections? It takes GET, POST.",
  ],
  [
    "GET",
    "/v1/connections/GetSignInUrl",
    "There is no GET /v1/connections/GetSignInUrl. This path takes POST.",
  ],
  [
    "POST",
    "/v1/connections/getsigninurl",
    "There is no POST /v1/connections/getsigninurl. Did you mean /v1/connections/GetSignInUrl? It takes POST.",
  ],
  ["PUT", "/v1/connections/3", "There is no PUT /v1/connections/3. This path takes GET, PATCH, DELETE."],
  [
    "GET",
    "/v1/tools/100%",
    "There is no GET /v1/tools/100%. Its percent-encoding is broken: write %25 for a percent sign.",
  ],
  ["GET", "/v1/nothing", "There is no GET /v1/nothing. All paths are listed at /docs."],
])("%s %s", (method, path, expected) => {
  expect(describeUnknown(method, path)).toBe(expected);
});
