import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderInline } from "./description.tsx";

const render = (text: string): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement("p", null, renderInline(text))))
    .replace(/^.*<p>/s, "")
    .replace(/<\/p>.*$/s, "")
    .replace(/ (class|dir|data-[a-z-]+)="[^"]*"/g, "");

test("emphasis and code are shown, and tags are dropped", () => {
  expect(render("A <b>b</b> `c` **d** _e f_ snake_case")).toBe(
    "A b <code>c</code> <strong>d</strong> e f snake_case",
  );
});

test("what stands for a value in angle brackets is kept", () => {
  expect(render("As `refs/heads/<branch name>` or <id>")).toBe(
    "As <code>refs/heads/&lt;branch name&gt;</code> or &lt;id&gt;",
  );
});

test("only https addresses become links", () => {
  expect(render("[a](https://example.com) [b](javascript:alert(1)) [c](/docs)")).toMatch(
    /^<a[^>]*href="https:\/\/example.com"[^>]*>a<\/a> b c$/,
  );
});

test("an address becomes a link without the punctuation after it, unless a part of it is not known", () => {
  expect(
    render("Create it at https://example.com/a?b=c, or (https://example.com/d).").replace(
      /<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g,
      "<$1 $2>",
    ),
  ).toBe(
    "Create it at <https://example.com/a?b=c https://example.com/a?b=c>, or (<https://example.com/d https://example.com/d>).",
  );
  const unknown = "Such as https://{site}.example.com/v1 or https://*.example.com.";
  expect(render(unknown)).toBe(unknown);
});

test("a link ends at its own parenthesis", () => {
  expect(
    render(
      'A ([Rust](https://example.com/Rust_(language)), b ([c](https://example.com/c "A (long) title")) and [d](https://example.com/d).',
    ).replace(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g, "<$1 $2>"),
  ).toBe(
    "A (<https://example.com/Rust_(language) Rust>, b (<https://example.com/c c>) and <https://example.com/d d>.",
  );
});

test.each([
  [
    "a text that names another host",
    "[https://acme.com/keys](https://evil.net/keys)",
    "https://acme.com/keys",
  ],
  ["a text that names another site", "[acme.com](https://evil.net)", "acme.com"],
  ["a user before the host", "[Keys](https://acme.com@evil.net)", "Keys"],
  ["letters that look like others", "[Keys](https://\u0430cme.com)", "Keys"],
  ["their punycode", "[Keys](https://xn--cme-5cd.com)", "Keys"],
])("%s makes no link", (_kind, text, shown) => {
  expect(render(text)).toBe(shown);
});

test("a text that names the host, a part of it, or something with a dot is a link", () => {
  for (const text of [
    "[acme.com](https://docs.acme.com/keys)",
    "[Node.js guide](https://acme.com)",
    "[v1.2](https://acme.com)",
  ]) {
    expect(render(text)).toMatch(/^<a /);
  }
});

test.each(["[", "<a "])("a long text of %j, which nothing closes, takes little CPU time", (mark) => {
  const text = mark.repeat(240_000 / mark.length).trim();
  const before = process.cpuUsage();
  expect(render(text)).toHaveLength(mark === "[" ? text.length : text.replaceAll("<", "&lt;").length);
  const { user, system } = process.cpuUsage(before);
  // About 100 ms; other threads of the process count too.
  expect((user + system) / 1000).toBeLessThan(2000);
});
