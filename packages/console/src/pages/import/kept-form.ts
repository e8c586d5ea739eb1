import type { ImportApplication } from "@bowline/sdk";
import { isObject, readText } from "../../form/json-schema.ts";
import { keepEntries, readEntries } from "../../session/kept-entries.ts";
import type { ImportChoices } from "./import-options.tsx";
import { beginDraft, dialects, type ImportDraft, sources, ways } from "./import-source.tsx";

/** The choices of a form, where null stands for the fields that the application has. */
export type FormChoices = Omit<ImportChoices, "overridableFields"> & { overridableFields: string[] | null };

/** What is entered in the form. */
export interface EnteredForm {
  draft: ImportDraft;
  slug: string;
  options: FormChoices;
}

/** A longer document is not kept. What else is entered is. */
const maxTextCharacters = 900_000;

/** The form as its address begins it, or with what was not imported last. */
export function beginForm(
  { source, slug }: { source: string; slug: string },
  failed: ImportApplication | null,
): EnteredForm {
  const [[headerName, headerValue] = ["Authorization", ""]] = Object.entries(failed?.headers ?? {});
  return {
    draft: beginDraft(failed, source),
    slug: failed?.slug ?? slug,
    options: {
      overridableFields: failed?.overridableFields ?? null,
      provider: failed?.provider ?? null,
      headerName,
      headerValue,
    },
  };
}

/** Keeps what is entered for this tab, without what may be a credential: the value of the header, and an address with a user or a query. */
export function keepForm(form: string, { draft, slug, options }: EnteredForm): void {
  const { file: _file, url, text, ...choices } = draft;
  const { headerValue: _value, ...others } = options;
  keepEntries(form, {
    draft: {
      ...choices,
      ...(!/[@?]/.test(url) && { url }),
      ...(text.length <= maxTextCharacters && { text }),
    },
    slug,
    options: others,
  });
}

/** Forgets what was entered: it was imported. */
export const forgetForm = (form: string): void => keepEntries(form, null);

/** Returns the form with what this tab had entered in it before it was loaded again; null: nothing. */
export function readKeptForm(form: string, begun: EnteredForm): EnteredForm | null {
  const kept = readEntries(form);
  if (!isObject(kept) || !isObject(kept.draft) || !isObject(kept.options)) {
    return null;
  }
  const { draft, options } = kept;
  const choose = <Value extends string>(choices: { value: Value }[], value: unknown, otherwise: Value) =>
    choices.find((choice) => choice.value === value)?.value ?? otherwise;
  return {
    draft: {
      source: choose(sources, draft.source, begun.draft.source),
      way: choose(ways, draft.way, begun.draft.way),
      dialect: choose(dialects, draft.dialect, begun.draft.dialect),
      url: readText(draft.url) ?? "",
      text: readText(draft.text) ?? "",
      file: null,
    },
    slug: readText(kept.slug) ?? "",
    options: {
      provider: readText(options.provider) ?? null,
      overridableFields: Array.isArray(options.overridableFields)
        ? options.overridableFields.filter((name) => typeof name === "string")
        : null,
      headerName: readText(options.headerName) ?? begun.options.headerName,
      headerValue: "",
    },
  };
}
