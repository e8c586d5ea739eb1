import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("a description keeps its words and loses its Markdown and HTML", () => {
  expect(plainText("Set `state` to **closed**. See [the guide](https://example.com/a_(b)).")).toBe(
    "Set state to closed. See the guide.",
  );
  expect(plainText('More ([here](https://example.com/a "Title (1)")), or [there](/b).')).toBe(
    "More (here), or there.",
  );
  expect(plainText("<b>Bold</b> and 1 < 2 * 3")).toBe("Bold and 1 < 2 * 3");
  expect(plainText('A<br/>B <a href="/c">c</a></p>')).toBe("AB c");
});

test("what stands for a value in angle brackets is kept", () => {
  const text = "Formatted as refs/heads/<branch name>, <field>:<direction> or Ada <ada@example.com>.";
  expect(plainText(text)).toBe(text);
});
