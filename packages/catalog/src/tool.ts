import type { ToolAnnotations } from "@bowline/contract";
import type { JsonSchema } from "./json-schema.ts";
import type { ToolManifest } from "./manifest/tool-manifest.ts";

export type { ToolAnnotations };

/** A named operation of an application, before a database gave it an id (decisions D19). */
export interface CatalogTool<Binding extends ToolBinding = ToolBinding> {
  /** `<application>_<operation>`, at most 48 characters (decisions D20). */
  slug: string;
  /** The bare operation: what `slug` is without the application's prefix, uncut. */
  operation: string;
  /** What stays the same when a description is imported again: for HTTP `METHOD /path/{template}`. */
  operationKey: string;
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: ToolAnnotations;
  scopes: string[];
  tags: string[];
  contextType: string | null;
  /** JSON Pointer to the list in the output; `""` when the output itself is the list; null when it is not known to hold one. */
  resultsPath: string | null;
  requiresConnection: boolean;
  isDeprecated: boolean;
  binding: Binding;
  /** What is known beyond that: paging, what the application does with results by itself, contexts. */
  manifest?: ToolManifest;
}

/** A tool that is an HTTP request. */
export type HttpTool = CatalogTool<HttpBinding>;

/** How a tool's input reaches the application. One member for each runtime of the server. */
export type ToolBinding = HttpBinding | McpBinding;

/** Which family of revisions an MCP server speaks: stateless since 2026-07-28 (`modern`), `initialize` before (`legacy`). */
export type McpEra = "modern" | "legacy";

/** Which tool of the application's MCP server is called; the server's address is the environment's. */
export interface McpBinding {
  kind: "mcp";
  /** The tool's own name. */
  tool: string;
  /** What the server spoke when its tools were listed, so that a call need not ask. */
  era: McpEra;
  /** SHA-256 of the tool's definition as it was declared (decisions D68). */
  pin: string;
  /** Set when members of the input are sent as headers too (`x-mcp-header`, MCP 2026-07-28). */
  inputSchema?: JsonSchema;
}

/** How an input object becomes one HTTP request. */
export interface HttpBinding {
  kind: "http";
  /** Upper case. */
  method: string;
  /** The operation's own server, absolute and possibly templated; null: the environment's. */
  serverUrl: string | null;
  /** Begins with `/`; `{name}` is the wire name of a path parameter. */
  path: string;
  parameters: ParameterBinding[];
  body: BodyBinding | null;
  /** The `Accept` header to send, such as `application/json`. */
  accept: string;
  /**
   * Alternatives of authentication keys (`CatalogAuthentication.key`) that the operation accepts; empty: it takes no
   * credentials at all. A connection by any other method of the application still sends its credentials, since
   * descriptions are often wrong about this.
   */
  authentications: string[];
}

/** One parameter outside the body, serialised as OpenAPI 3.1 §4.8.12 says. */
export interface ParameterBinding {
  in: "path" | "query" | "header" | "cookie";
  /** Name on the wire. */
  name: string;
  /** Member of the tool's input that holds the value. */
  input: string;
  style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  explode: boolean;
  /** Query only: RFC 3986 reserved characters stay as they are. */
  allowReserved: boolean;
  /** Set when the value is serialised by media type instead of by style: only `application/json` means anything special. */
  contentType?: string;
}

/** How the body is made. */
export interface BodyBinding {
  kind: "json" | "form" | "multipart" | "text" | "binary";
  /** The media type sent; a multipart boundary is added. `binary` input is base64. */
  contentType: string;
  required: boolean;
  /** Where the body stands in the input: one member holding the whole body, or several members that are its properties. */
  from: { member: string } | { properties: BodyProperty[] };
}

/** One property of a body whose properties are members of the tool's input. */
export interface BodyProperty {
  /** Name on the wire. */
  name: string;
  /** Member of the tool's input that holds the value. */
  input: string;
  /** Multipart: the value is a file, given as base64 text or `{fileName?, contentType?, base64}`. */
  file?: boolean;
  /** Multipart: media type of this part. */
  contentType?: string;
  /** Form: how an array or object is written; `form` with `explode` unless the description says otherwise. */
  style?: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  explode?: boolean;
}
