import type { CredentialField, Environment } from "../../application.ts";
import { labelOf } from "../../field-label.ts";
import { listOf, recordOf, textOf, textsOf, type UncheckedRecord, wordOf } from "../../record.ts";
import { trimEndSlashes } from "../../trim-end-slashes.ts";
import { plainTextOf } from "../document/plain-text.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";
import { buildBaseUrlField, unknownServerUrl } from "./base-url-field.ts";
import { environmentName } from "./environment-name.ts";
import { absoluteServerUrl, isPlaceholder } from "./server-url.ts";

/** The addresses of a document's application. */
export interface Servers {
  environments: Environment[];
  /** Returns an operation's own address; null when it uses the application's. */
  ownServerUrl(servers: unknown, place: string): string | null;
  /**
   * Returns one field for each variable in the addresses read so far, and `baseUrl` when the application's address is used but
   * unknown (decisions D44). Call it once, after all operations.
   */
  fields(): CredentialField[];
}

export interface ServerOptions {
  baseUrl: string | undefined;
  documentUrl: string | undefined;
  notes: Notes;
}

const problems = {
  relative: "is relative, and it is not known to which address",
  placeholder: "is only a placeholder",
  malformed: "is no web address",
  credentials: "contains a user name",
};

const remedy =
  "each connection asks for the field `baseUrl`. An Admin can set `baseUrl` for all of them, by a new import or by PATCH /v1/applications/{slug}";

export function createServers(document: UncheckedRecord, options: ServerOptions): Servers {
  const { baseUrl, notes } = options;
  const fields = new Map<string, CredentialField>();

  const readServer = (server: unknown): ReadServer => {
    const { url, variables } = recordOf(server);
    const stated = textOf(url) ?? "/";
    const declared = recordOf(variables);
    const absolute = absoluteServerUrl(stated, options.documentUrl);
    if (typeof absolute !== "string") {
      return { url: "", problem: `The server ${stated} ${problems[absolute.problem]}` };
    }
    if (/[?#]/.test(stated)) {
      notes.add(`The server ${stated} has a query or a fragment, which is not sent`);
    }
    const [, lone] = /^(?:https?:\/\/)?\{([^{}]+)\}(?:\/|$)/i.exec(absolute) ?? [];
    if (lone !== undefined && !Object.hasOwn(declared, lone)) {
      return { url: "", problem: `The server ${stated} ${problems.placeholder}` };
    }
    return {
      url: renameVariables(absolute, (name) =>
        addVariable(fields, name, withoutPlaceholder(recordOf(declared[name]), name, absolute)),
      ),
      problem: null,
    };
  };

  const { environments, unknown } =
    baseUrl === undefined
      ? readEnvironments(document.servers, readServer, notes)
      : { environments: [fixed(baseUrl)], unknown: null };
  const known = new Set(environments.map(({ serverUrl }) => serverUrl));
  const uses = { own: 0, application: 0 };

  return {
    environments,
    ownServerUrl: (servers, place) => {
      const own = readOwnServer(servers, place);
      uses[own === null ? "application" : "own"]++;
      return own;
    },
    fields: () => {
      if (unknown === null || (uses.application === 0 && uses.own > 0)) {
        return [...fields.values()];
      }
      notes.add(`${unknown.reason}: ${remedy}`);
      return [buildBaseUrlField(unknown.stated), ...fields.values()];
    },
  };

  function readOwnServer(servers: unknown, place: string): string | null {
    const [first] = listOf(servers);
    if (first === undefined || baseUrl !== undefined) {
      return null;
    }
    const { url, problem } = readServer(first);
    if (problem !== null) {
      notes.addAt(`${problem}; the application's address is used`, place);
    }
    return problem !== null || known.has(url) ? null : url;
  }
}

interface ReadServer {
  /** Empty when there is a problem. */
  url: string;
  problem: string | null;
}

/** Why no address is known, and the unusable address in the document. */
interface UnknownServer {
  reason: string;
  stated: string | null;
}

/** Moves a default that makes the address a placeholder into the description, as an example. */
function withoutPlaceholder(variable: UncheckedRecord, name: string, url: string): UncheckedRecord {
  const { default: usual, ...others } = variable;
  if (typeof usual !== "string" || !isPlaceholder(url.replaceAll(`{${name}}`, usual))) {
    return variable;
  }
  const description = [textOf(variable.description), `Such as \`${usual}\`.`].filter(Boolean).join(" ");
  return { ...others, description };
}

function fixed(baseUrl: string): Environment {
  return { name: "production", serverUrl: trimEndSlashes(baseUrl) };
}

function readEnvironments(
  servers: unknown,
  readServer: (server: unknown) => ReadServer,
  notes: Notes,
): { environments: Environment[]; unknown: UnknownServer | null } {
  const environments: Environment[] = [];
  const names = new Set<string>();
  const isFree = (name: string) => !names.has(name);
  const nextNumber = createNumbering();
  const urls = new Set<string>();
  const stated = withoutPlainTwins(listOf(servers));
  const refused: UnknownServer[] = [];
  for (const server of stated.length > 0 ? stated : [{ url: "/" }]) {
    const { url, problem } = readServer(server);
    const { name, description, url: written } = recordOf(server);
    if (problem !== null) {
      refused.push({ reason: problem, stated: textOf(written) ?? null });
    }
    if (problem !== null || urls.has(url)) {
      continue;
    }
    urls.add(url);
    const base = environmentName(
      { name: textOf(name), description: textOf(description), url: textOf(written) ?? "" },
      environments.length,
    );
    const environment = isFree(base) ? base : nextNumber(`${base}-`, isFree);
    names.add(environment);
    environments.push({ name: environment, serverUrl: url });
  }
  if (environments.length > 0) {
    if (stated.length === 0) {
      const [own] = environments;
      notes.add(
        `The document states no server, so that the host it came from is used: ${own?.serverUrl}. Set \`baseUrl\` if the API is elsewhere`,
      );
    }
    for (const { reason } of refused) {
      notes.add(`${reason}; it is left out`);
    }
    return { environments, unknown: null };
  }
  const none = { reason: "The document states no server", stated: null };
  return {
    environments: [{ name: "production", serverUrl: unknownServerUrl }],
    unknown: stated.length > 0 ? (refused[0] ?? none) : none,
  };
}

/** Removes an http address that is also offered with https, as Swagger 2.0 `schemes` often do. */
function withoutPlainTwins(servers: unknown[]): unknown[] {
  const urls = new Set(servers.map((server) => recordOf(server).url));
  return servers.filter((server) => {
    const { url } = recordOf(server);
    if (typeof url !== "string") {
      return true;
    }
    if (/^wss?:/i.test(url)) {
      return false;
    }
    return !/^http:/i.test(url) || !urls.has(url.replace(/^http:/i, "https:"));
  });
}

/** Returns the name of a variable's connection field. */
export function variableFieldName(variable: string): string {
  return variable.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|(?<!_)_+$/g, "") || "variable";
}

export function renameVariables(url: string, rename: (name: string) => string): string {
  return url.replace(/\{([^{}]*)\}/g, (_whole, name: string) => `{${rename(name)}}`);
}

/** Telegram's address, for example, contains the bot's token. */
const secretVariable = /^(?:(?:bot|access|auth|api)[_-]?)?(?:token|key)$|secret|passw/i;

/** Adds a variable as a connection field and returns the field's name. */
function addVariable(fields: Map<string, CredentialField>, name: string, declaration: unknown): string {
  const variable = recordOf(declaration);
  const fieldName = variableFieldName(name);
  const { default: usual } = variable;
  // An empty default is a value: the variable may be left out of the address.
  const stated = usual === "" ? "" : typeof usual === "number" ? String(usual) : textOf(usual);
  // No value is chosen by leaving the field empty.
  const values = textsOf(listOf(variable.enum).map(wordOf)).filter((value) => value !== "");
  const known = fields.get(fieldName);
  const merged = [...new Set([...(known?.enum ?? []), ...values])];
  fields.set(fieldName, {
    fieldName,
    label: known?.label ?? labelOf(name),
    description: known?.description || (plainTextOf(variable.description) ?? ""),
    type: "string",
    required: (known?.default ?? stated) === undefined,
    secret: secretVariable.test(name),
    overridable: known?.overridable === true || variable["x-bowline-overridable"] === true,
    default: known?.default ?? stated ?? null,
    ...(merged.length > 0 ? { enum: merged } : {}),
  });
  return fieldName;
}
