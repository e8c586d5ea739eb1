import type { CredentialField } from "../../application.ts";
import { labelOf } from "../../field-label.ts";
import { listOf, textOf, type UncheckedRecord, wordOf } from "../../record.ts";
import { plainTextOf } from "../document/plain-text.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";

/** Telegram's address, for example, contains the bot's token. */
const secretVariable = /^(?:(?:bot|access|auth|api)[_-]?)?(?:token|key)$|secret|passw/i;

/** The connection fields for the variables of all addresses. Variables of one name are one field. */
export class ServerFields {
  readonly #fields = new Map<string, { field: CredentialField; values: Set<string> }>();
  /** The names of fields, by variable. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #nextNumber = createNumbering();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** Keeps a name for a field that is no variable's. Call it before the first variable is added. */
  reserve(fieldName: string): void {
    this.#taken.add(fieldName);
  }

  /** Returns the name of a variable's field, which no other variable has: `a-b` and `a_b` become `a_b` and `a_b_2`. */
  nameOf(variable: string): string {
    const known = this.#names.get(variable);
    if (known !== undefined) {
      return known;
    }
    const plain = plainName(variable);
    const isFree = (name: string) => !this.#taken.has(name);
    const name = isFree(plain) ? plain : this.#nextNumber(`${plain}_`, isFree);
    this.#names.set(variable, name);
    this.#taken.add(name);
    return name;
  }

  /** Adds a variable and returns the name of its field. */
  add(name: string, variable: UncheckedRecord): string {
    const fieldName = this.nameOf(name);
    const { default: usual } = variable;
    // An empty default is a value: the variable may be left out of the address.
    const stated = usual === "" ? "" : typeof usual === "number" ? String(usual) : textOf(usual);
    const { field: known, values = new Set<string>() } = this.#fields.get(fieldName) ?? {};
    for (const value of listOf(variable.enum).map(wordOf)) {
      // No value is chosen by leaving the field empty.
      if (value !== "") {
        values.add(value);
      }
    }
    const fallback = known?.default ?? stated;
    if (stated !== undefined && stated !== fallback) {
      this.#notes.add(
        `The servers state different defaults for the variable ${name}. The field \`${fieldName}\` has the first one, ${fallback}, in every environment: set it in connections to another server`,
      );
    }
    const field: CredentialField = {
      fieldName,
      label: labelOf(fieldName),
      description: known?.description || (plainTextOf(variable.description) ?? ""),
      type: "string",
      required: fallback === undefined,
      secret: secretVariable.test(plainName(name)),
      overridable: known?.overridable === true || variable["x-bowline-overridable"] === true,
      default: fallback ?? null,
    };
    this.#fields.set(fieldName, { field, values });
    return fieldName;
  }

  list(): CredentialField[] {
    return Array.from(this.#fields.values(), ({ field, values }) =>
      values.size > 0 ? { ...field, enum: [...values] } : field,
    );
  }
}

function plainName(variable: string): string {
  return variable.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|(?<!_)_+$/g, "") || "variable";
}

export function renameVariables(url: string, rename: (name: string) => string): string {
  return url.replace(/\{([^{}]*)\}/g, (_whole, name: string) => `{${rename(name)}}`);
}
