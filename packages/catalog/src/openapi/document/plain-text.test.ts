import { expect, it } from "vitest";
import { plainTextOf, toPlainText } from "./plain-text.ts";

it.each([
  ["<p>Lists <b>all</b> things.</p>\n<p>Newest first.</p>", "Lists all things.\n\nNewest first."],
  ["One of:<ul><li>a</li><li><code>b</code></li></ul>Then more.", "One of:\n\n- a\n\n- `b`\n\nThen more."],
  ["Line one<br/>line two<BR>three", "Line one\nline two\nthree"],
  ['See <a href="https://example.com/a?b=1&amp;c=2" target="_blank">the guide</a>.', "See the guide."],
  ["Pays <currency>100</currency> at once.", "Pays 100 at once."],
  ["a &lt; b &amp;&amp; c &#62; d &#x27;e&#x27;&nbsp;f &unknown;", "a < b && c > d 'e' f &unknown;"],
  ["<!-- internal -->Shown", "Shown"],
  [
    "<table><tr><th>Code</th><th>Meaning</th></tr><tr><td>1</td><td>one</td></tr></table>",
    "Code Meaning\n\n1 one",
  ],
])("turns %s into plain text", (html, text) => {
  expect(toPlainText(html)).toBe(text);
});

it.each([
  "The branch `<b>main</b>` of <branch>, as in <owner>/<repo>.",
  "The verbs <Dial> and <Play> of TwiML.",
  "a < b and c > d",
  "```\n<p>kept &amp; shown</p>\n```",
  "AT&T; R&D",
  "Plain text.",
])("leaves %s alone", (text) => {
  expect(toPlainText(text)).toBe(text);
});

it("keeps what entities spell from becoming a tag", () => {
  expect(toPlainText("Write &lt;b&gt;bold&lt;/b&gt;.")).toBe("Write <b>bold</b>.");
});

it("knows when nothing is left, or nothing was there", () => {
  expect(plainTextOf("<p></p>")).toBeUndefined();
  expect(plainTextOf(7)).toBeUndefined();
});

it("takes linear time", () => {
  const begin = process.cpuUsage();
  for (const text of ["<a ", "<a", "`", "```", "<!--", "&amp", "</a>", "<p>"]) {
    toPlainText(text.repeat(100_000));
  }
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(5000);
});
