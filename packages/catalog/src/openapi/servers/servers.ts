import type { CredentialField, Environment } from "../../application.ts";
import { listOf, recordOf, textOf, type UncheckedRecord } from "../../record.ts";
import { trimEndSlashes } from "../../trim-end-slashes.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";
import { buildBaseUrlField, unknownServerUrl } from "./base-url-field.ts";
import { environmentName } from "./environment-name.ts";
import { renameVariables, ServerFields } from "./server-fields.ts";
import { absoluteServerUrl, isPlaceholder, maxUrlLength } from "./server-url.ts";

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
  long: `is longer than ${maxUrlLength} characters`,
};
const shownLength = 100;

const remedy =
  "each connection asks for the field `baseUrl`. An Admin can set `baseUrl` for all of them, by a new import or by PATCH /v1/applications/{slug}";

export function createServers(document: UncheckedRecord, options: ServerOptions): Servers {
  const { baseUrl, notes } = options;
  const fields = new ServerFields();

  const readServer = (server: unknown): ReadServer => {
    const { url, variables } = recordOf(server);
    const stated = textOf(url) ?? "/";
    const declared = recordOf(variables);
    const absolute = absoluteServerUrl(stated, options.documentUrl);
    if (typeof absolute !== "string") {
      return { url: "", problem: `The server ${showUrl(stated)} ${problems[absolute.problem]}` };
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
        fields.add(name, withoutPlaceholder(recordOf(declared[name]), name, absolute)),
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
        return fields.list();
      }
      notes.add(`${unknown.reason}: ${remedy}`);
      return [buildBaseUrlField(unknown.stated), ...fields.list()];
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

const showUrl = (url: string): string =>
  url.length > maxUrlLength ? `${url.slice(0, shownLength).toWellFormed()}…` : url;

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
    const { name, description, url: given } = recordOf(server);
    const written = textOf(given);
    if (problem !== null) {
      refused.push({ reason: problem, stated: written === undefined ? null : showUrl(written) });
    }
    if (problem !== null || urls.has(url)) {
      continue;
    }
    urls.add(url);
    const base = environmentName(
      { name: textOf(name), description: textOf(description), url: written ?? "" },
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
