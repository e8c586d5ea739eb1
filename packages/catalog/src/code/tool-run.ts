/** What the code of a tool gets. */
export interface ToolRun<Input, Field extends string> {
  /** As the schema of the input returns it. */
  input: Input;
  connection: {
    /** The connection's fields that the tool names in `connectionFields`, with their secrets. A field that is not set is `""`. */
    fields: { readonly [Name in Field]: string };
    /** The address of the tool's server or of the connection's environment, without a slash at the end; `""` when there is none. */
    serverUrl: string;
  };
  egress: ToolEgress;
  /** Fires when the call is canceled or its time is over. The thread is ended soon after that. */
  signal: AbortSignal;
}

/** The one way out. The requests are sent by the server, under its rules for addresses, times and sizes. */
export interface ToolEgress {
  /**
   * Sends a request with the connection's credentials. They are added only when the address has the origin of `connection.serverUrl`;
   * other origins get none.
   *
   * @throws ResponseError for a status other than 2xx, and for a failure as the application reports it
   * @throws RequestError when there is no response
   */
  request(request: ToolRequest): Promise<ToolResponse>;
}

export interface ToolRequest {
  /** Default: GET, with a body POST. */
  method?: string;
  /** A path below `connection.serverUrl`, such as `/messages`, or an absolute address. */
  url: string;
  /** Undefined values are left out; a list repeats the name. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** A body as JSON. Give at most one of `json`, `form` and `body`. */
  json?: unknown;
  /** A body as `application/x-www-form-urlencoded`. */
  form?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A body as it is. Name its type in the header `content-type`. */
  body?: string | Uint8Array;
}

type QueryValue = string | number | boolean;

export interface ToolResponse {
  status: number;
  /** Names in lower case, without `set-cookie`. */
  headers: Readonly<Record<string, string>>;
  /** @throws SyntaxError when the body is not JSON */
  json(): unknown;
  /** In the charset that the response states, else in UTF-8. */
  text(): string;
  bytes(): Uint8Array;
}
