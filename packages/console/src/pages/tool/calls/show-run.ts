import type { JsonSchema } from "../../../form/json-schema.ts";
import type { Input } from "../../../form/tool-form.tsx";
import type { ToolRun } from "../tool-run.ts";
import { hideSecrets } from "./hide-secrets.ts";
import { nameFiles } from "./name-files.ts";

/** A run to be shown. */
export interface ShownRun extends ToolRun {
  /** The names of the files, by the texts that stand for their content in the input. */
  files: ReadonlyMap<string, string>;
}

/**
 * Prepares a run to be shown: secrets and the contents of files become texts that name them.
 *
 * @param secretFields the names of the connection's fields that are secret
 */
export function showRun(run: ToolRun, schema: JsonSchema, secretFields: ReadonlySet<string>): ShownRun {
  const { input, names } = nameFiles(hideSecrets(run.input, schema, schema, (name) => `<${name}>`));
  return {
    ...run,
    input: input as Input,
    files: names,
    overrides: run.overrides.map(({ fieldName, value }) => ({
      fieldName,
      value: secretFields.has(fieldName) ? `<${fieldName}>` : value,
    })),
  };
}
