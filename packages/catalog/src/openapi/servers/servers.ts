import type { CredentialField, Environment } from "../../application.ts";
import { listOf, recordOf, textOf, textsOf, type UncheckedRecord, wordOf } from "../document/record.ts";
import type { Notes } from "../notes.ts";
import { environmentName } from "./environment-name.ts";
import { absoluteServerUrl } from "./server-url.ts";

/** Where a document's application can be reached. */
export interface Servers {
  environments: Environment[];
  /** The address an operation has of its own; null when it is the application's. */
  ownServerUrl(servers: unknown, place: string): string | null;
  /** One field for each variable of any address met so far. */
  fields(): CredentialField[];
}

export interface ServerOptions {
  baseUrl: string | undefined;
  documentUrl: string | undefined;
  notes: Notes;
}

const problems = {
  relative: "is relative, and it is not known where the document came from",
  placeholder: "is only a placeholder",
  malformed: "is no web address",
};

export function createServers(document: UncheckedRecord, options: ServerOptions): Servers {
  const { baseUrl, notes } = options;
  const fields = new Map<string, CredentialField>();

  const readServer = (server: unknown): { url: string; problem: string | null } => {
    const { url, variables } = recordOf(server);
    const stated = textOf(url) ?? "/";
    const absolute = absoluteServerUrl(stated, options.documentUrl);
    if (typeof absolute !== "string") {
      return { url: "", problem: `The server ${stated} ${problems[absolute.problem]}` };
    }
    return {
      url: renameVariables(absolute, (name) => addVariable(fields, name, recordOf(variables)[name])),
      problem: null,
    };
  };

  const environments =
    baseUrl === undefined ? readEnvironments(document.servers, readServer, notes) : [fixed(baseUrl)];
  const known = new Set(environments.map(({ serverUrl }) => serverUrl));

  return {
    environments,
    ownServerUrl: (servers, place) => {
      const [first] = listOf(servers);
      if (first === undefined || baseUrl !== undefined) {
        return null;
      }
      const { url, problem } = readServer(first);
      if (problem !== null) {
        notes.addAt(`${problem}; the application's address is used`, place);
      }
      return problem !== null || known.has(url) ? null : url;
    },
    fields: () => [...fields.values()],
  };
}

function fixed(baseUrl: string): Environment {
  return { name: "production", serverUrl: baseUrl.replace(/\/+$/, "") };
}

function readEnvironments(
  servers: unknown,
  readServer: (server: unknown) => { url: string; problem: string | null },
  notes: Notes,
): Environment[] {
  const environments: Environment[] = [];
  const names = new Set<string>();
  const stated = withoutPlainTwins(listOf(servers));
  for (const server of stated.length > 0 ? stated : [{ url: "/" }]) {
    const { url, problem } = readServer(server);
    if (problem !== null) {
      notes.add(stated.length > 0 ? problem : "The document states no server");
    }
    if (problem !== null || environments.some(({ serverUrl }) => serverUrl === url)) {
      continue;
    }
    const { name, description, url: written } = recordOf(server);
    const environment = environmentName(
      { name: textOf(name), description: textOf(description), url: textOf(written) ?? "" },
      environments.length,
      names,
    );
    names.add(environment);
    if (/\/\/([^/]*\.)?example\.(com|org|net)([:/]|$)/.test(url)) {
      notes.add(`The server ${url} looks like an example`);
    }
    environments.push({ name: environment, serverUrl: url });
  }
  return environments.length > 0 ? environments : [{ name: "production", serverUrl: "" }];
}

/** Leaves out an address without encryption that is also offered with it, as Swagger 2.0 `schemes` often do. */
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

/** The connection field that a variable of an address becomes. */
export function variableFieldName(variable: string): string {
  return variable.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "") || "variable";
}

export function renameVariables(url: string, rename: (name: string) => string): string {
  return url.replace(/\{([^{}]*)\}/g, (_whole, name: string) => `{${rename(name)}}`);
}

/** Takes a variable down as a connection field and answers the field's name. */
function addVariable(fields: Map<string, CredentialField>, name: string, declaration: unknown): string {
  const variable = recordOf(declaration);
  const fieldName = variableFieldName(name);
  const stated = typeof variable.default === "number" ? String(variable.default) : textOf(variable.default);
  const values = textsOf(listOf(variable.enum).map(wordOf));
  const known = fields.get(fieldName);
  const merged = [...new Set([...(known?.enum ?? []), ...values])];
  fields.set(fieldName, {
    fieldName,
    label: known?.label ?? labelOf(name),
    description: known?.description || (textOf(variable.description) ?? ""),
    type: "string",
    required: (known?.default ?? stated) === undefined,
    secret: false,
    overridable: known?.overridable === true || variable["x-bowline-overridable"] === true,
    default: known?.default ?? stated ?? null,
    ...(merged.length > 0 ? { enum: merged } : {}),
  });
  return fieldName;
}

export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
