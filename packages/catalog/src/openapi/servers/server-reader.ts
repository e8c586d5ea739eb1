import { recordOf, textOf, type UncheckedRecord } from "../../record.ts";
import type { Notes } from "../notes.ts";
import { renameVariables, ServerFields } from "./server-fields.ts";
import { absoluteServerUrl, isPlaceholder, maxUrlLength, showUrl } from "./server-url.ts";

export interface ReadServer {
  /** Empty when there is a problem. */
  url: string;
  problem: string | null;
}

const problems = {
  relative: "is relative, and it is not known to which address",
  placeholder: "is only a placeholder",
  malformed: "is not a web address",
  credentials: "contains a user name",
  long: `is longer than ${maxUrlLength} characters`,
};

/** Reads the servers that a document, its paths and its operations state. */
export class ServerReader {
  /** The fields for the variables of all addresses read so far. */
  readonly fields: ServerFields;
  readonly #documentUrl: string | undefined;
  readonly #notes: Notes;

  constructor(documentUrl: string | undefined, notes: Notes) {
    this.fields = new ServerFields(notes);
    this.#documentUrl = documentUrl;
    this.#notes = notes;
  }

  read(server: unknown): ReadServer {
    const { url, variables } = recordOf(server);
    const stated = textOf(url) ?? "/";
    const declared = recordOf(variables);
    const absolute = absoluteServerUrl(stated, this.#documentUrl);
    if (typeof absolute !== "string") {
      return { url: "", problem: `The server ${showUrl(stated)} ${problems[absolute.problem]}` };
    }
    if (/[?#]/.test(stated)) {
      this.#notes.add(`The server ${stated} has a query or a fragment, which is not sent`);
    }
    const [, lone] = /^(?:https?:\/\/)?\{([^{}]+)\}(?:\/|$)/i.exec(absolute) ?? [];
    if (lone !== undefined && !Object.hasOwn(declared, lone)) {
      return { url: "", problem: `The server ${stated} ${problems.placeholder}` };
    }
    return {
      url: renameVariables(absolute, (name) =>
        this.fields.add(name, withoutPlaceholder(recordOf(declared[name]), name, absolute)),
      ),
      problem: null,
    };
  }
}

/** Moves a default that makes the address a placeholder into the description, as an example. */
function withoutPlaceholder(variable: UncheckedRecord, name: string, url: string): UncheckedRecord {
  const { default: usual, ...others } = variable;
  if (
    typeof usual !== "string" ||
    usual.length > maxUrlLength ||
    !isPlaceholder(url.replaceAll(`{${name}}`, usual))
  ) {
    return variable;
  }
  const description = [textOf(variable.description), `Such as \`${usual}\`.`].filter(Boolean).join(" ");
  return { ...others, description };
}
