import { expect, test } from "vitest";
import { buildHandWritten } from "./build-built-in.ts";
import { listBuiltInSlugs } from "./list-built-in-slugs.ts";
import { loadDefinition } from "./load-definition.ts";
import { builtInApplication } from "./overlay/built-in-application.ts";

const slugs = await listBuiltInSlugs();

test.each(slugs)("%s is declared in the folder of its name, and its declaration is valid", async (slug) => {
  const definition = await loadDefinition(slug);
  if (definition.kind === "application") {
    expect(buildHandWritten(definition).slug).toBe(slug);
    return;
  }
  expect(definition.declaration.slug).toBe(slug);
  expect(builtInApplication.safeParse(definition.declaration).error?.issues).toBeUndefined();
});
