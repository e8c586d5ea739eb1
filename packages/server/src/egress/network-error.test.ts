import { expect, test } from "vitest";
import { describeNetworkError } from "./network-error.ts";

test.each(["EMFILE", "ENFILE"])(
  "%s is the server's own want of files, not the application's fault",
  (code) => {
    const error = Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code });
    expect(describeNetworkError(error)).toEqual({
      kind: "downstreamUnavailable",
      message: expect.stringMatching(/^This server has too many files and connections open/),
    });
  },
);
