import type { McpQueryParameter } from "@bowline/catalog";
import { invalidField } from "../../api-error.ts";
import { isSecretName } from "../../execution/masking/is-secret-name.ts";

const maxParameters = 10;
const secretWords = /key|code|auth|pass/i;
/** A word or a small number. Any other value may be a secret. */
const plainValue = /^(?:[a-z]{1,16}(?:[-_][a-z]{1,16}){0,2}|\d{1,5})$/i;

export const mcpAddressIssue = "Must be an absolute http or https address without user name and fragment.";

/** The address of an MCP server, in parts. */
export interface McpAddress {
  /** Without the query. */
  url: string;
  /** Each connection gives the values: they may be secrets, so that an application does not hold them. */
  query: (McpQueryParameter & { value: string })[];
}

/** Whether a parameter of an address is named for a secret. */
export const isCredentialName = (name: string): boolean => isSecretName(name) || secretWords.test(name);

/**
 * Reads the address of an MCP server. A slash at the end of its path stays: some servers have no endpoint without it.
 *
 * @throws ApiError `VALIDATION_ERROR` at `url`
 */
export function readMcpAddress(text: string): McpAddress {
  if (/[{}#]/.test(text)) {
    throw invalidField("url", mcpAddressIssue);
  }
  const [base = "", ...rest] = text.split("?");
  const query = [...new URLSearchParams(rest.join("?"))].map(([name, value]) => {
    const isCredential = isCredentialName(name);
    return { name, value, isCredential, secret: isCredential || !plainValue.test(value) };
  });
  const names = new Set(query.map(({ name }) => name));
  if (query.some(({ name, value }) => value === "" || !/^[\w.-]{1,64}$/.test(name))) {
    throw invalidField("url", "Each parameter in the query must have a plain name and a value.");
  }
  if (names.size < query.length) {
    throw invalidField("url", "The query must have each parameter only once.");
  }
  if (query.length > maxParameters) {
    throw invalidField("url", `The query must have at most ${maxParameters} parameters.`);
  }
  return { url: base.replace(/\/+$/, "/"), query };
}
