import type { CatalogAuthentication } from "../../application.ts";
import type { KnownProvider } from "../../oauth/known-providers.ts";
import {
  isRecord,
  listOf,
  namedEntriesOf,
  recordOf,
  textOf,
  textsOf,
  type UncheckedRecord,
  wordOf,
} from "../../record.ts";
import type { References } from "../document/references.ts";
import type { Notes } from "../notes.ts";
import { createNumbering } from "../numbering.ts";
import type { DeclaredParameter } from "../requests/parameters.ts";
import { authenticationKey, buildAuthentication, distinguishNames } from "./build-authentication.ts";
import { isCredentialName } from "./credential-names.ts";
import { buildProviderSchemes, isSameMethod } from "./provider-schemes.ts";
import { readSecurityScheme, type SecurityScheme } from "./security-scheme.ts";
import type { UsableScheme } from "./usable-scheme.ts";

/** The credentials that an operation needs. */
export interface OperationSecurity {
  /** Keys of the authentication methods it accepts. */
  keys: string[];
  scopes: string[];
  /** Whether it also runs without credentials. */
  isOptional: boolean;
}

export interface Security {
  /** Reads an operation's security. A returned text is the reason why the operation cannot be called. */
  ofOperation(operation: UncheckedRecord, place: string): OperationSecurity | string;
  /** Returns all methods used so far and all schemes that nothing requires, in the document's order. */
  authentications(): CatalogAuthentication[];
  /**
   * Whether the connection sends a parameter of an operation (decisions D46): one that a scheme of the document sends, or one
   * with a well-known name when the operation takes credentials.
   */
  isCredential(parameter: DeclaredParameter, operation: OperationSecurity): boolean;
}

export interface SecurityOptions {
  references: References;
  notes: Notes;
  /** Schemes for a document without any. Each operation without a requirement of its own accepts them. */
  securitySchemes: { [name: string]: unknown } | undefined;
  /** A known provider whose methods are added. */
  provider: KnownProvider | undefined;
  address(url: string): string;
}

export function createSecurity(document: UncheckedRecord, options: SecurityOptions): Security {
  const { schemes, attached } = readSchemes(document, options);
  const anyAttached = requireAnyOf(attached);
  const inherited = findInherited(document, options, { schemes, attached });
  const isOfGoogle = listOf(document.servers).some(isGoogleServer);
  const methods = new UsedMethods(schemes.keys());
  const readAlternatives = (requirements: unknown[], place: string): Alternative[] =>
    requirements.map((requirement) => readAlternative(requirement, schemes, options.notes, place));

  for (const alternative of readAlternatives(listOf(inherited), "document")) {
    if ("schemes" in alternative && alternative.schemes.length > 0) {
      methods.use(alternative.schemes);
    }
  }

  return {
    ofOperation: (operation, place) => {
      const stated = listOf(operation.security ?? inherited);
      const requirements = attached.length > 0 && areUndefined(stated, schemes) ? anyAttached : stated;
      return chooseMethods(readAlternatives(requirements, place), methods);
    },
    authentications: () => {
      methods.useRemaining(schemes.values());
      return distinguishNames(methods.list());
    },
    isCredential: ({ in: place, name, declaration }, { keys }) => {
      if (place === "path") {
        return false;
      }
      const description = textOf(declaration.description) ?? "";
      return (
        carries(schemes.values(), place, name) ||
        (keys.length > 0 && isCredentialName({ name, description }, isOfGoogle))
      );
    },
  };
}

/** The authentication methods that operations use, each once. */
class UsedMethods {
  /** By the names of their schemes. */
  readonly #methods = new Map<string, CatalogAuthentication>();
  readonly #takenKeys: Set<string>;
  readonly #usedSchemes = new Set<string>();
  readonly #nextNumber = createNumbering();

  /** @param schemeNames the keys of methods with one scheme, used or not */
  constructor(schemeNames: Iterable<string>) {
    this.#takenKeys = new Set(schemeNames);
  }

  /** @returns the key of the method that needs these schemes together */
  use(schemes: UsableScheme[]): string {
    const names = JSON.stringify(schemes.map(({ key }) => key));
    const known = this.#methods.get(names);
    if (known !== undefined) {
      return known.key;
    }
    const method = { ...buildAuthentication(schemes), key: this.#chooseKey(schemes) };
    this.#methods.set(names, method);
    this.#takenKeys.add(method.key);
    for (const { key } of schemes) {
      this.#usedSchemes.add(key);
    }
    return method.key;
  }

  /** A scheme may have the name `a+b`, which is also the key of `a` and `b` together. */
  #chooseKey(schemes: readonly UsableScheme[]): string {
    const key = authenticationKey(schemes);
    const isFree = (one: string) => !this.#takenKeys.has(one);
    return schemes.length === 1 || isFree(key) ? key : this.#nextNumber(`${key}_`, isFree);
  }

  /** Makes a method of each scheme that no method uses yet. */
  useRemaining(schemes: Iterable<SecurityScheme>): void {
    for (const scheme of schemes) {
      if (!("refusal" in scheme) && !this.#usedSchemes.has(scheme.key)) {
        this.use([scheme]);
      }
    }
  }

  list(): CatalogAuthentication[] {
    return [...this.#methods.values()];
  }
}

/** The requirements of an operation that states none itself. */
function findInherited(
  document: UncheckedRecord,
  { securitySchemes, references, notes }: SecurityOptions,
  { schemes, attached }: KnownSchemes,
): unknown {
  if (attached.length === 0 && schemes.size > 0 && forgetsSecurity(document, references)) {
    notes.add(
      "The document states security schemes, but no operation requires any. Its tools send the credentials of a connection, and are called without any where there is none",
    );
    return [...requireAnyOf(schemes.keys()), {}];
  }
  const isGiven = namedEntriesOf(securitySchemes).length > 0;
  const own = isGiven ? [] : listOf(document.security);
  return own.length === 0 && attached.length === 0 ? document.security : [...own, ...requireAnyOf(attached)];
}

/** Builds requirements of which each is met by one of these schemes. */
const requireAnyOf = (keys: Iterable<string>): UncheckedRecord[] =>
  Array.from(keys, (key) => ({ [key]: [] }));

/** Schemes that are sent together, or why they cannot be. */
type Alternative = { schemes: UsableScheme[]; scopes: string[] } | { refusal: string };

/** Reads a Security Requirement Object (OpenAPI 3.1 §4.8.30). */
function readAlternative(
  requirement: unknown,
  schemes: ReadonlyMap<string, SecurityScheme>,
  notes: Notes,
  place: string,
): Alternative {
  const order = [...schemes.keys()];
  const required = namedEntriesOf(requirement);
  const usable: UsableScheme[] = [];
  for (const [key] of required.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))) {
    const scheme = schemes.get(key);
    if (!scheme) {
      notes.addAt(`The security scheme ${key} is required but not defined`, place);
    } else if ("refusal" in scheme) {
      return scheme;
    } else {
      usable.push(scheme);
    }
  }
  return { schemes: usable, scopes: required.flatMap(([, scopes]) => textsOf(scopes)) };
}

/** Whether the document defines none of the schemes that are required. */
function areUndefined(requirements: unknown[], schemes: ReadonlyMap<string, SecurityScheme>): boolean {
  return (
    requirements.length > 0 &&
    requirements.every((requirement) => {
      const names = namedEntriesOf(requirement).map(([name]) => name);
      return names.length > 0 && !names.some((name) => schemes.has(name));
    })
  );
}

/** Chooses the methods of an operation from its alternatives. A returned text is the reason why there is none. */
function chooseMethods(
  alternatives: readonly Alternative[],
  methods: UsedMethods,
): OperationSecurity | string {
  const accepted = alternatives.filter((alternative) => "schemes" in alternative);
  const [refused] = alternatives.filter((alternative) => "refusal" in alternative);
  if (accepted.length === 0 && refused) {
    return `it needs ${refused.refusal}, which is not supported`;
  }
  const real = accepted.filter((alternative) => alternative.schemes.length > 0);
  return {
    keys: [...new Set(real.map((alternative) => methods.use(alternative.schemes)))],
    scopes: [...new Set(real.find(({ scopes }) => scopes.length > 0)?.scopes)],
    isOptional: real.length < accepted.length || real.length === 0,
  };
}

interface KnownSchemes {
  /** By name, in the document's order. */
  schemes: Map<string, SecurityScheme>;
  /** Names of the schemes that are not from the document. */
  attached: string[];
}

/** Reads the document's schemes, and those of the import and of its provider. */
function readSchemes(
  document: UncheckedRecord,
  { references, notes, securitySchemes, provider, address }: SecurityOptions,
): KnownSchemes {
  const schemes = new Map<string, SecurityScheme>();
  const added = namedEntriesOf(securitySchemes);
  const attached = added.map(([key]) => key);
  for (const [key, value] of [...namedEntriesOf(recordOf(document.components).securitySchemes), ...added]) {
    const scheme = readSecurityScheme(key, references.followToRecord(value) ?? {}, address);
    schemes.set(key, scheme);
    if ("refusal" in scheme) {
      notes.add(`The security scheme ${key} was left out: ${scheme.refusal} is not supported`);
    }
  }
  for (const scheme of provider === undefined ? [] : buildProviderSchemes(provider)) {
    const isStated = [...schemes.values()].some((one) => "parts" in one && isSameMethod(one, scheme));
    if (!isStated && !schemes.has(scheme.key)) {
      schemes.set(scheme.key, scheme);
      attached.push(scheme.key);
    }
  }
  return { schemes, attached };
}

/** Whether a document has operations and says of none which credentials it needs, be it none. */
function forgetsSecurity(document: UncheckedRecord, references: References): boolean {
  const operations = namedEntriesOf(document.paths)
    .flatMap(([, item]) => Object.values(references.followToRecord(item) ?? {}))
    .filter(isRecord);
  return (
    document.security === undefined &&
    operations.length > 0 &&
    operations.every(({ security }) => security === undefined)
  );
}

/** Whether one of the schemes puts its credential into this parameter. */
function carries(schemes: Iterable<SecurityScheme>, place: string, name: string): boolean {
  return [...schemes].some(
    (scheme) =>
      "parts" in scheme &&
      scheme
        .parts((plain) => plain)
        .placements.some(
          (placement) => placement.in === place && "name" in placement && isSame(place, placement.name, name),
        ),
  );
}

function isGoogleServer(server: unknown): boolean {
  return /^https?:\/\/(?:[^/]*\.)?googleapis\.com(?:\/|$)/i.test(wordOf(recordOf(server).url));
}

function isSame(place: string, one: string, other: string): boolean {
  return place === "header" ? one.toLowerCase() === other.toLowerCase() : one === other;
}
