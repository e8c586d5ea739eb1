import { expect, test } from "vitest";
import { describeFailure } from "./describe-failure.ts";

test.each([
  ["downstreamRefused", 422, "The application refused the request"],
  ["downstreamRefused", null, "The application refused the request"],
  ["downstreamRefused", 500, "The application failed"],
  ["downstreamUnavailable", 503, "The application could not be reached"],
  ["ofANewerServer", 500, "The tool failed"],
])("a failure of the kind %s with the status %s: %s", (kind, statusCode, title) => {
  expect(describeFailure(kind, statusCode).title).toBe(title);
});
