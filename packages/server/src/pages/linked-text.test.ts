import { expect, test } from "vitest";
import { showLinkedText } from "./linked-text.ts";

const show = async (text: string): Promise<string> => String(await showLinkedText(text));

test("an address is a link that leads to what it says, without the punctuation after it", async () => {
  expect(await show("Create it at https://id.example-host.com/tokens?new=1, then copy `it`.")).toBe(
    'Create it at <a href="https://id.example-host.com/tokens?new=1" target="_blank" rel="noreferrer">' +
      "https://id.example-host.com/tokens?new=1</a>, then copy <code>it</code>.",
  );
});

test.each([
  ["another scheme", "Open javascript:alert(1) or http://keys.acme.com/ or data:text/html,x"],
  ["a user before the host", "Open https://acme.com@evil.net/keys"],
  ["a user with a password", "Open https://acme.com:443@evil.net/keys"],
  ["a backslash", "Open https://acme.com\\@evil.net/keys"],
  ["letters of another script", "Open https://аcme.com/keys"],
  ["their punycode", "Open https://xn--cme-5cd.com/keys"],
  ["a full-width dot", "Open https://acme。com/keys"],
  ["letters of another script in the path", "Open https://acme.com∕.evil.net/keys"],
  ["another port", "Open https://acme.com:8443/keys"],
  ["an address in numbers", "Open https://2130706433/keys and https://127.0.0.1/keys"],
  ["a name of this machine", "Open https://localhost/keys"],
  ["a part that is left open", "Open https://{account}.acme.com/keys"],
  ["an example", "Such as https://acme.example.com/api"],
  ["an example of another host", "The address, such as https://cluster.acme.com"],
  ["code", "Enter `https://acme.com/keys`"],
])("%s is no link", async (_kind, text) => {
  expect(await show(text)).not.toContain("<a");
});

test("what could be HTML is text", async () => {
  const shown = await show('https://acme.com/"><script>alert(1)</script> <b>bold</b>');
  expect(shown).not.toMatch(/<script|<b>/);
});
