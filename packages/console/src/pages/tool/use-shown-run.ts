import type { CredentialField } from "@bowline/sdk";
import { useDeferredValue, useEffect, useMemo } from "react";
import type { JsonSchema } from "../../form/json-schema.ts";
import { isObject } from "../../form/json-schema.ts";
import type { Input } from "../../form/tool-form.tsx";
import { hideSecrets } from "./calls/hide-secrets.ts";
import { type ShownRun, showRun } from "./calls/show-run.ts";
import { type KeptPlace, keepInput } from "./kept-input.ts";
import type { RunSettings } from "./use-run-settings.ts";

/** Prepares the run to be shown as code, and keeps its input for this tab. Both come after the typing, and neither has a secret. */
export function useShownRun(
  place: KeptPlace,
  settings: RunSettings,
  input: Input,
  schema: JsonSchema,
  connectionFields: CredentialField[],
): ShownRun {
  const lateInput = useDeferredValue(input);
  useEffect(() => {
    const entries = hideSecrets(lateInput, schema, schema, () => undefined);
    keepInput(place, isObject(entries) ? entries : null);
  }, [place, lateInput, schema]);
  return useMemo(() => {
    const secretFields = connectionFields.filter(({ secret }) => secret).map(({ fieldName }) => fieldName);
    return showRun({ ...settings, input: lateInput }, schema, new Set(secretFields));
  }, [settings, lateInput, schema, connectionFields]);
}
