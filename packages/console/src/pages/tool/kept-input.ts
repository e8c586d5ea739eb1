import { isObject } from "../../form/json-schema.ts";
import type { Input } from "../../form/tool-form.tsx";
import { keepEntries, readEntries } from "../../session/kept-entries.ts";
import type { WorkbenchStart } from "./workbench-start.ts";

/** Where the input of a page is kept. That of a record belongs to one visit: run again once more, the record begins anew. */
export interface KeptPlace {
  toolSlug: string;
  /** Null: the page does not begin with a record. */
  visit: string | null;
}

export const findPlace = ({ tool, visit }: WorkbenchStart): KeptPlace => ({ toolSlug: tool.slug, visit });

/** Reads the input that this tab had before the page was loaded or opened again; null: none. */
export function readKeptInput({ toolSlug, visit }: KeptPlace): Input | null {
  if (visit === null) {
    const entries = readEntries(`tool ${toolSlug}`);
    return isObject(entries) ? entries : null;
  }
  const kept = readEntries(`again ${toolSlug}`);
  return isObject(kept) && kept.visit === visit && isObject(kept.input) ? kept.input : null;
}

/** Keeps an input for this tab. @param input without secrets */
export function keepInput({ toolSlug, visit }: KeptPlace, input: object | null): void {
  if (visit === null) {
    keepEntries(`tool ${toolSlug}`, input);
  } else {
    keepEntries(`again ${toolSlug}`, input && { visit, input });
  }
}
