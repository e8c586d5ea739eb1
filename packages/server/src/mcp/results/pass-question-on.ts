import { removeInvisible } from "@bowline/catalog";
import {
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { cutText } from "../../cut-text.ts";
import { isObject } from "../../runtimes/is-object.ts";
import type { Question } from "../../runtimes/outcome.ts";
import type { ToolCallOutput } from "../offered-tools.ts";
import { canFillForms, canShowUrls } from "../session-label.ts";

const maxMessageLength = 4000;

/**
 * Passes what an application asks for on to the client (MCP 2026-07-28, multi round-trip requests; the SDK
 * writes requests of the server for clients of older revisions). A person reads which application asks.
 * Null: this client did not say that it can do it.
 *
 * @throws ProtocolError what the client has to deal with: it lacks a capability, or sent back what was not accepted
 */
export function passQuestionOn(
  question: Question,
  applicationName: string,
  capabilities: Readonly<Record<string, unknown>>,
): ToolCallOutput | null {
  switch (question.kind) {
    case "capabilities":
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: question.required });
    case "refused":
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "The application did not accept the input. Call the tool again without it.",
      );
    case "input": {
      const requests = Object.entries(question.requests);
      if (!requests.every(([, request]) => canDo(request, capabilities))) {
        return null;
      }
      const named = requests.map(([name, request]) => [name, cleanRequest(request, applicationName)]);
      return inputRequired({
        ...(named.length > 0 && { inputRequests: Object.fromEntries(named) as InputRequests }),
        ...(question.state !== null && { requestState: question.state }),
      });
    }
  }
}

function canDo(request: unknown, capabilities: Readonly<Record<string, unknown>>): boolean {
  if (!isObject(request)) {
    return false;
  }
  const { method, params } = request;
  switch (method) {
    case "elicitation/create":
      return isObject(params) && canElicit(params, capabilities);
    case "sampling/createMessage":
      return isObject(params) && isObject(capabilities.sampling);
    case "roots/list":
      return isObject(capabilities.roots);
    default:
      return false;
  }
}

function canElicit(
  { mode = "form", url, requestedSchema }: Record<string, unknown>,
  capabilities: Readonly<Record<string, unknown>>,
): boolean {
  switch (mode) {
    case "url":
      return canShowUrls(capabilities) && isPlainAddress(url);
    case "form":
      return canFillForms(capabilities) && isObject(requestedSchema);
    default:
      return false;
  }
}

/** An address of a page that shows its host as it is: `https://bowline.example@other.example` does not. */
function isPlainAddress(text: unknown): boolean {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** What a person reads must show what it says, and begin with who says it. */
function cleanRequest(request: unknown, applicationName: string): unknown {
  if (!isObject(request) || request.method !== "elicitation/create" || !isObject(request.params)) {
    return request;
  }
  const { message, url, requestedSchema } = request.params;
  const said = typeof message === "string" ? cutText(removeInvisible(message), maxMessageLength) : "";
  const named = said === "" ? applicationName : `${applicationName}: ${said}`;
  return {
    ...request,
    params: {
      ...request.params,
      message: named,
      // A host of other letters than it seems to have is shown as it is called.
      ...(typeof url === "string" && { url: URL.parse(url)?.href ?? url }),
      ...(isObject(requestedSchema) && { requestedSchema: cleanLabels(requestedSchema, maxFormDepth) }),
    },
  };
}

/** A form's schema is flat: its members, and the choices of one. */
const maxFormDepth = 6;
const labels = new Set(["title", "description", "enumNames"]);

/** Cleans the texts beside a form's fields. Names and values are sent back, so they stay. */
function cleanLabels(value: unknown, depth: number, isLabel = false): unknown {
  if (typeof value === "string") {
    return isLabel ? removeInvisible(value) : value;
  }
  if (depth === 0 || typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => cleanLabels(item, depth - 1, isLabel));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cleanLabels(member, depth - 1, labels.has(name))]),
  );
}
