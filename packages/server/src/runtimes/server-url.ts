import { trimEndSlashes } from "@bowline/catalog";
import { encodeReserved } from "./percent-encode.ts";
import { connectionError } from "./request-build-error.ts";

/** Scheme, host and path; no user, query or fragment. */
const baseAddress = /^https?:\/\/[^\s/?#\\@]+(?:\/[^\s?#\\]*)?$/i;
const hostText = /^[A-Za-z0-9._-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/**
 * Fills the variables of a server's address with the connection's fields.
 *
 * @throws RequestBuildError when a field is missing or would change the address's shape, or there is no address
 */
export function renderServerUrl(template: string, variables: Readonly<Record<string, string>>): string {
  const url = template.includes("{") ? fillVariables(template, variables) : template;
  if (url === "") {
    throw connectionError(
      "The application's address is not known: set `baseUrl` on the connection or the application.",
    );
  }
  if (!baseAddress.test(url)) {
    throw connectionError(
      "The application's address is not an absolute http or https address: set `baseUrl`.",
    );
  }
  return trimEndSlashes(url);
}

/**
 * An empty value is the default of a variable that an address may lack; an empty field is stored as none. A whole segment of the path
 * goes with its slash.
 *
 * @throws RequestBuildError when a field is missing or would change the shape of the address
 */
export function fillVariables(template: string, variables: Readonly<Record<string, string>>): string {
  let url = "";
  template.split(/\{([^{}]+)\}/).forEach((piece, index, pieces) => {
    const isLeftOut = index > 0 && url.endsWith("/") && piece.startsWith("/");
    url +=
      index % 2 === 0
        ? piece.slice(isLeftOut ? 1 : 0)
        : fillOne(piece, url, pieces[index + 1] ?? "", variables);
  });
  return url;
}

function fillOne(
  name: string,
  before: string,
  after: string,
  variables: Readonly<Record<string, string>>,
): string {
  const value = Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
  if (value === "" && canBeEmpty(before, after)) {
    return "";
  }
  if (value === null || value === "") {
    throw connectionError(
      `The connection's field \`${name}\` is not set: it is part of the application's address.`,
    );
  }
  const rule = findBrokenRule(before, value);
  if (rule !== null) {
    throw connectionError(`The connection's field \`${name}\` must be ${rule}.`);
  }
  return before === "" || isInHost(before) ? value : encodeReserved(value);
}

/** Whether the address has a host without the variable. */
const canBeEmpty = (before: string, after: string): boolean =>
  before !== "" && !(before.endsWith("//") && /^(?:[.:/]|$)/.test(after));

const isInHost = (before: string): boolean => /^(?:https?|postgresql|mysql):\/\/[^/]*$/i.test(before);

/**
 * Returns what a variable of an address must be when its value is not; else null. A variable at the start is a whole address, one
 * before the first slash is part of the host, a later one is part of the path.
 *
 * @param before the address up to the variable
 */
function findBrokenRule(before: string, value: string): string | null {
  if (before === "") {
    return null;
  }
  if (isInHost(before)) {
    return hostText.test(value) ? null : "a host name or a part of one, without `https://`";
  }
  // `URL` reads an encoded point as a point, and applications may read an encoded slash as a slash.
  const read = value.replace(/%(?:2e|2f|5c)/gi, decodeURIComponent);
  return /(?:^|[/\\])\.{1,2}(?:[/\\]|$)|[?#\\]/.test(read)
    ? "a piece of a path, without `?`, `#`, `\\` and `..`"
    : null;
}

/** Lists the variables of an address whose values cannot stand in it, each with what it must be. Values that are not given are fine. */
export function findMisplaced(
  template: string,
  variables: Readonly<Record<string, string>>,
): { name: string; rule: string }[] {
  let before = "";
  return template.split(/\{([^{}]+)\}/).flatMap((piece, index) => {
    if (index % 2 === 0) {
      before += piece;
      return [];
    }
    const value = Object.hasOwn(variables, piece) ? variables[piece] : undefined;
    const rule = value === undefined ? null : value === "" ? "set" : findBrokenRule(before, value);
    before += before === "" ? (value ?? "") : "x";
    return rule === null ? [] : [{ name: piece, rule }];
  });
}

/** Returns scheme, host and port of an address; null when there is none. `URL` knows no origin of a database's address. */
export function findUrlOrigin(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) {
    return null;
  }
  return parsed.origin === "null" ? `${parsed.protocol}//${parsed.host}` : parsed.origin;
}
