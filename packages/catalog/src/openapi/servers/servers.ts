import type { CredentialField, Environment } from "../../application.ts";
import { listOf, type UncheckedRecord } from "../../record.ts";
import { trimEndSlashes } from "../../trim-end-slashes.ts";
import type { Notes } from "../notes.ts";
import { baseUrlFieldName, buildBaseUrlField } from "./base-url-field.ts";
import { type ReadEnvironments, readEnvironments, type UnknownServer } from "./read-environments.ts";
import { renameVariables } from "./server-fields.ts";
import { ServerReader } from "./server-reader.ts";

export interface ServerOptions {
  /** Replaces all servers of the document. */
  baseUrl: string | undefined;
  documentUrl: string | undefined;
  notes: Notes;
}

const remedy =
  "each connection asks for the field `baseUrl`. An Admin can set `baseUrl` for all of them, by a new import or by PATCH /v1/applications/{slug}";

/** The addresses of a document's application. */
export class Servers {
  readonly environments: Environment[];
  readonly #applicationUrls: ReadonlySet<string>;
  /** Null: the application's address is known. */
  readonly #unknown: UnknownServer | null;
  readonly #isReplaced: boolean;
  readonly #reader: ServerReader;
  readonly #notes: Notes;
  /** How many operations use an address of their own, and how many the application's. */
  readonly #uses = { own: 0, application: 0 };

  constructor(document: UncheckedRecord, { baseUrl, documentUrl, notes }: ServerOptions) {
    this.#reader = new ServerReader(documentUrl, notes);
    this.#notes = notes;
    this.#isReplaced = baseUrl !== undefined;
    const { environments, unknown } =
      baseUrl === undefined ? readEnvironments(document.servers, this.#reader, notes) : fixed(baseUrl);
    this.environments = environments;
    this.#applicationUrls = new Set(environments.map(({ serverUrl }) => serverUrl));
    this.#unknown = unknown;
    if (unknown !== null) {
      this.#reader.fields.reserve(baseUrlFieldName);
    }
  }

  /** Returns an address with the names of connection fields in the place of its variables. */
  renameVariables(url: string): string {
    return renameVariables(url, (name) => this.#reader.fields.nameOf(name));
  }

  /** Returns an operation's own address; null when it uses the application's. */
  ownServerUrl(servers: unknown, place: string): string | null {
    const own = this.#readOwnServer(servers, place);
    this.#uses[own === null ? "application" : "own"]++;
    return own;
  }

  /**
   * Returns one field for each variable in the addresses read so far, and `baseUrl` when the application's address is used but
   * unknown (decisions D44). Call it once, after all operations.
   */
  fields(): CredentialField[] {
    const fields = this.#reader.fields.list();
    if (this.#unknown === null || (this.#uses.application === 0 && this.#uses.own > 0)) {
      return fields;
    }
    this.#notes.add(`${this.#unknown.reason}: ${remedy}`);
    return [buildBaseUrlField(this.#unknown.stated), ...fields];
  }

  #readOwnServer(servers: unknown, place: string): string | null {
    const [first] = listOf(servers);
    if (first === undefined || this.#isReplaced) {
      return null;
    }
    const { url, problem } = this.#reader.read(first);
    if (problem !== null) {
      this.#notes.addAt(`${problem}; the application's address is used`, place);
      return null;
    }
    return this.#applicationUrls.has(url) ? null : url;
  }
}

const fixed = (baseUrl: string): ReadEnvironments => ({
  environments: [{ name: "production", serverUrl: trimEndSlashes(baseUrl) }],
  unknown: null,
});
