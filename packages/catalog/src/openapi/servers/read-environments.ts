import type { Environment } from "../../application.ts";
import { listOf, recordOf, textOf } from "../../record.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";
import { unknownServerUrl } from "./base-url-field.ts";
import { environmentName } from "./environment-name.ts";
import type { ServerReader } from "./server-reader.ts";
import { showUrl } from "./server-url.ts";

/** Why no address is known, and the unusable address in the document. */
export interface UnknownServer {
  reason: string;
  stated: string | null;
}

export interface ReadEnvironments {
  environments: Environment[];
  /** Null: the environments have addresses. */
  unknown: UnknownServer | null;
}

/** Makes an environment of each server of a document that can be used. Notes say which cannot. */
export function readEnvironments(servers: unknown, reader: ServerReader, notes: Notes): ReadEnvironments {
  const stated = withoutPlainTwins(listOf(servers));
  const { environments, refused } = readServers(stated.length > 0 ? stated : [{ url: "/" }], reader);
  const [first] = environments;
  if (first === undefined) {
    const none = { reason: "The document states no server", stated: null };
    return {
      environments: [{ name: "production", serverUrl: unknownServerUrl }],
      unknown: stated.length > 0 ? (refused[0] ?? none) : none,
    };
  }
  if (stated.length === 0) {
    notes.add(
      `The document states no server, so that the host it came from is used: ${first.serverUrl}. Set \`baseUrl\` if the API is elsewhere`,
    );
  }
  for (const { reason } of refused) {
    notes.add(`${reason}; it is left out`);
  }
  return { environments, unknown: null };
}

/** Reads each address once. */
function readServers(
  servers: readonly unknown[],
  reader: ServerReader,
): { environments: Environment[]; refused: UnknownServer[] } {
  const environments: Environment[] = [];
  const refused: UnknownServer[] = [];
  const urls = new Set<string>();
  const names = new Set<string>();
  const isFree = (name: string) => !names.has(name);
  const nextNumber = createNumbering();
  for (const server of servers) {
    const { url, problem } = reader.read(server);
    const { name, description, url: given } = recordOf(server);
    const written = textOf(given);
    if (problem !== null) {
      refused.push({ reason: problem, stated: written === undefined ? null : showUrl(written) });
    } else if (!urls.has(url)) {
      urls.add(url);
      const base = environmentName(
        { name: textOf(name), description: textOf(description), url: written ?? "" },
        environments.length,
      );
      const environment = isFree(base) ? base : nextNumber(`${base}-`, isFree);
      names.add(environment);
      environments.push({ name: environment, serverUrl: url });
    }
  }
  return { environments, refused };
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
