import { listBuiltInSlugs, loadBuiltInTools, sampleInputs } from "@bowline/catalog/testing/built-in-tools";
import { MantineProvider } from "@mantine/core";
import { createSchemaUtils } from "@rjsf/utils";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { buildChecker } from "./check-input.ts";
import { buildFormValidator } from "./form-validator.ts";
import { toFormSchema } from "./to-form-schema.ts";
import { noDefaults, ToolForm } from "./tool-form.tsx";
import { dropUndefined } from "./values.ts";

// It reads the address of the browser's page.
vi.mock("../console-base.ts", () => ({ consoleBase: "", serverUrl: "http://localhost:3000" }));

const slugs = await listBuiltInSlugs();

/** Of the largest applications, every one of so many tools is rendered; the form schema is built for each. */
const renderedAtMost = 3;

test.each(slugs)("the form of every tool of %s shows it and leaves its data alone", async (slug) => {
  const tools = await loadBuiltInTools(slug);
  const step = Math.ceil(tools.length / renderedAtMost);
  for (const [index, { slug: toolSlug, inputSchema }] of tools.entries()) {
    const form = toFormSchema(inputSchema);
    const validator = buildFormValidator(buildChecker(inputSchema), () => []);
    const utils = createSchemaUtils(validator, form.schema, noDefaults);
    for (const input of sampleInputs(inputSchema, 2)) {
      expect(dropUndefined(utils.getDefaultFormState(form.schema, input)), toolSlug).toEqual(input);
    }
    if (index % step === 0) {
      const page = renderForm(inputSchema);
      expect(page, toolSlug).not.toContain("[object Object]");
      for (const name of form.schema.required ?? []) {
        expect(page, `${toolSlug}: ${name}`).toContain(`id="input_${name}`);
      }
    }
  }
});

function renderForm(schema: object): string {
  return sampleInputs(schema as never, 2)
    .map((value) =>
      renderToStaticMarkup(
        createElement(
          MantineProvider,
          null,
          createElement(ToolForm, {
            schema: schema as never,
            value: value as never,
            problems: [],
            handle: null,
            onChange: () => {
              throw new Error("The form changed the data that it was given.");
            },
          }),
        ),
      ),
    )
    .join("");
}
