import { ApiCall } from "./call.ts";
import { BowlineError } from "./errors.ts";
import { type ApiRequest, type CallOptions, type RequestSettings, sendRequest } from "./request.ts";
import { ApiKeys } from "./resources/api-keys.ts";
import { Applications } from "./resources/applications.ts";
import { Approvals } from "./resources/approvals.ts";
import { Auth } from "./resources/auth.ts";
import { Clients } from "./resources/clients.ts";
import { Connections } from "./resources/connections.ts";
import { Executions } from "./resources/executions.ts";
import { Grants } from "./resources/grants.ts";
import { Members } from "./resources/members.ts";
import { Providers } from "./resources/providers.ts";
import { Status } from "./resources/status.ts";
import { Tools } from "./resources/tools.ts";
import { Toolsets } from "./resources/toolsets.ts";
import { ToolsetHandle } from "./toolset-handle.ts";

/** What the function for tokens gets. */
export interface TokenOptions {
  /** The token that the server refused just now. A kept token must not be returned again. */
  refused?: string | undefined;
}

/** Options of a client. One credential is needed: a key, or a function for tokens, which comes first. */
export interface BowlineOptions {
  /** An API key. Default: the environment's `BOWLINE_API_KEY`. */
  apiKey?: string | undefined;
  /**
   * Returns an access token before each request, instead of a key. After a 401 it is called again with the token that was
   * refused. When it returns another one, the request is sent once more.
   */
  token?: ((options: TokenOptions) => Promise<string> | string) | undefined;
  /** The server's address. Default: the environment's `BOWLINE_URL`, else `http://localhost:4400`. */
  baseUrl?: string | undefined;
  /** How often a failed call is sent again. Default 2. */
  maxRetries?: number | undefined;
  /** Milliseconds for one attempt; `Infinity` for no limit. Default 60,000. */
  timeoutMs?: number | undefined;
  /** Default: the global one. */
  fetch?: typeof globalThis.fetch | undefined;
}

const defaultBaseUrl = "http://localhost:4400";

/** A client of one Bowline server. It contains the credential, and never shows it. */
export class Bowline {
  /** The server's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly applications: Applications;
  readonly tools: Tools;
  readonly connections: Connections;
  readonly toolsets: Toolsets;
  readonly executions: Executions;
  readonly approvals: Approvals;
  readonly apiKeys: ApiKeys;
  readonly members: Members;
  readonly clients: Clients;
  readonly grants: Grants;
  readonly providers: Providers;
  readonly status: Status;
  readonly #settings: RequestSettings;

  /** @throws BowlineError when there is no credential, or the address is not an http address */
  constructor(options: BowlineOptions = {}) {
    const environment: Record<string, string | undefined> = globalThis.process?.env ?? {};
    this.baseUrl = readBaseUrl(options.baseUrl ?? (environment.BOWLINE_URL || defaultBaseUrl));
    const settings: RequestSettings = {
      baseUrl: this.baseUrl,
      authorize: findCredential(options, environment),
      timeoutMs: options.timeoutMs ?? 60_000,
      maxRetries: options.maxRetries ?? 2,
      // A browser's fetch needs the global object as `this`.
      fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    };
    this.#settings = settings;
    this.auth = new Auth(settings);
    this.applications = new Applications(settings);
    this.tools = new Tools(settings);
    this.connections = new Connections(settings);
    this.toolsets = new Toolsets(settings);
    this.executions = new Executions(settings);
    this.approvals = new Approvals(settings);
    this.apiKeys = new ApiKeys(settings);
    this.members = new Members(settings);
    this.clients = new Clients(settings);
    this.grants = new Grants(settings);
    this.providers = new Providers(settings);
    this.status = new Status(settings);
  }

  /**
   * Calls any operation of the API, for one that has no method here.
   *
   * @param path begins with `/v1/`
   */
  request<Data = unknown>(
    method: ApiRequest["method"],
    path: string,
    { query, body, ...options }: { query?: object; body?: unknown } & CallOptions = {},
  ): ApiCall<Data> {
    if (!path.startsWith("/v1/")) {
      throw new BowlineError('The path must begin with "/v1/".');
    }
    return new ApiCall(() => sendRequest<Data>(this.#settings, { method, path, query, body }, options));
  }

  /** Returns a handle of a toolset, to give its tools to a model. Sends nothing. @throws BowlineError without an id */
  toolset(toolsetId: string): ToolsetHandle {
    return new ToolsetHandle(this.tools, toolsetId);
  }
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // It has no user, query or fragment.
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname) {
    throw new BowlineError(`The base URL must be an http address such as ${defaultBaseUrl}.`);
  }
  return url.href.replace(/\/+$/, "");
}

function findCredential(
  { apiKey, token }: BowlineOptions,
  environment: Record<string, string | undefined>,
): RequestSettings["authorize"] {
  if (token !== undefined) {
    return async (refused) => {
      const before = refused?.authorization;
      const authorization = `Bearer ${await token({ refused: before?.slice("Bearer ".length) })}`;
      return authorization === before ? null : { authorization };
    };
  }
  // Deno asks for a permission to read a variable.
  const key = apiKey ?? environment.BOWLINE_API_KEY;
  if (key === undefined || key === "") {
    throw new BowlineError("There is no credential. Set BOWLINE_API_KEY, or give apiKey or token.");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new BowlineError(
      "The API key contains a character that no key has, such as a space or a line break.",
    );
  }
  return (refused) => (refused === null ? { "x-api-key": key } : null);
}
