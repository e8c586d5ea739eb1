import { expect, test } from "vitest";
import { listBuiltInSlugs } from "./list-built-in-slugs.ts";
import { loadDefinition } from "./load-definition.ts";
import { builtInApplication } from "./overlay/built-in-application.ts";

const slugs = await listBuiltInSlugs();

test.each(slugs)("%s is declared in the folder of its name, and its declaration is valid", async (slug) => {
  const { kind, declaration } = await loadDefinition(slug);
  expect(declaration.slug).toBe(slug);
  if (kind === "document") {
    expect(builtInApplication.safeParse(declaration).error?.issues).toBeUndefined();
  }
});
