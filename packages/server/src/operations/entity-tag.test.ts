import { describe, expect, it } from "vitest";
import { ApiError } from "../api-error.ts";
import { checkIfMatch, writeEntityTag } from "./entity-tag.ts";

const record = { createdDate: new Date("2026-01-31T12:00:00Z"), updatedDate: null };
const current = '"2026-01-31T12:00:00.000Z"';

function findCode(ifMatch: string | undefined): string | null {
  try {
    checkIfMatch(ifMatch, record, "Toolset 1");
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

describe("If-Match (RFC 9110 §13.1.1)", () => {
  it.each([undefined, "*", " * ", current, `"old", ${current}`, `"a,b" , ${current} `])(
    "%s fits",
    (header) => {
      expect(findCode(header)).toBeNull();
    },
  );

  it.each(['"old"', `W/${current}`, '""', '"old","older"'])("%s does not fit", (header) => {
    expect(findCode(header)).toBe("CONFLICT");
  });

  it.each(["", "2026-01-31T12:00:00.000Z", `${current},`, `*, ${current}`, '"open', `${current} ${current}`])(
    "%s is no list of tags",
    (header) => {
      expect(findCode(header)).toBe("VALIDATION_ERROR");
    },
  );

  it("tags an updated record with the date of its update", () => {
    expect(writeEntityTag({ ...record, updatedDate: new Date("2026-02-01T00:00:00.5Z") })).toBe(
      '"2026-02-01T00:00:00.500Z"',
    );
  });
});
