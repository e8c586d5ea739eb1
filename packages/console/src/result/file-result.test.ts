import { expect, test } from "vitest";
import { decodeFile, nameFile, readFileResult } from "./file-result.ts";

test("a response that is no text is a file, and a record with other members is none", () => {
  const file = readFileResult({ contentType: "image/png", base64: "iVBORw==" });
  expect(file && [...decodeFile(file)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect(readFileResult({ contentType: "image/png", base64: "not base64" })).toBe(null);
  expect(readFileResult({ contentType: "image/png", base64: "iVBORw==", id: 1 })).toBe(null);
  expect(readFileResult(null)).toBe(null);
});

test("a file has the ending of its media type", () => {
  expect(nameFile("report", "application/pdf")).toBe("report.pdf");
  expect(nameFile("report", "image/jpeg")).toBe("report.jpg");
  expect(nameFile("report", "application/octet-stream")).toBe("report.bin");
  expect(nameFile("report", "application/../../x")).toBe("report.bin");
});
