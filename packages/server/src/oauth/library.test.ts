import { readFileSync } from "node:fs";
import type { Configuration } from "oidc-provider";
import { expect, test } from "vitest";
import { Provider } from "./library.ts";

const build = (ack: string) => {
  const features = { clientIdMetadataDocument: { enabled: true, ack } };
  return new Provider("https://bowline.test", { features } as unknown as Configuration);
};

test("an upgrade that changes the experimental metadata documents of clients fails at once", () => {
  expect(() => build("draft-02")).not.toThrow();
  expect(() => build("draft-01")).toThrow(/unacknowledged version/);
});

test("the library comes with every installation, in an exact version, since files within it are imported", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(JSON.parse(text).dependencies["oidc-provider"]).toMatch(/^\d+\.\d+\.\d+$/);
});
