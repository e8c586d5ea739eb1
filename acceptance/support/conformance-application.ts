import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { deployment } from "./deployment.ts";

/** An MCP server with the tools that the protocol's conformance suite calls. */
export interface ConformanceApplication {
  url: string;
  close(): void;
}

type Handler = (context: ServerContext, input: Record<string, unknown>) => unknown;
type Capabilities = Record<string, unknown>;

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
const image = { type: "image", data: png, mimeType: "image/png" };
const text = (words: string) => ({ type: "text", text: words });
const say = (words: string) => ({ content: [text(words)] });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});
const sampling = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens: 100,
  });

const stringForm = (message: string, member: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [member]: { type: "string" } }, required: [member] },
  });
const confirmForm = () =>
  inputRequired.elicit({
    message: "Please confirm",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  });

/** Forms with the kinds of members that the suite of 2025-11-25 looks for. */
const form = (properties: object, required: string[] = []) =>
  askOnce(
    {
      inputRequests: {
        form: inputRequired.elicit({
          message: "Please fill this in",
          requestedSchema: { type: "object", properties, required } as never,
        }),
      },
    },
    "Thank you.",
  );
const choices = (words: string) =>
  [1, 2, 3].map((number) => ({ const: `value${number}`, title: `${words} ${number}` }));
const options = (prefix: string) => [1, 2, 3].map((number) => `${prefix}${number}`);

const sign = (state: string): string =>
  `${state}.${createHmac("sha256", "fixture").update(state).digest("hex")}`;

/** @throws ProtocolError when the client sent back another state than it got */
function readState({ mcpReq }: ServerContext): string | null {
  const sent = mcpReq.requestState<string>();
  if (sent === undefined) {
    return null;
  }
  const state = sent.split(".")[0] ?? "";
  if (sign(state) !== sent) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The state is not one of this server.");
  }
  return state;
}

const capabilitiesOf = ({ mcpReq }: ServerContext): Capabilities =>
  (({ ...mcpReq.envelope }) as Record<string, Capabilities>)[CLIENT_CAPABILITIES_META_KEY] ?? {};

/** Asks for a name until it has one. */
function askName({ mcpReq }: ServerContext): unknown {
  const given = acceptedContent<{ name: string }>(mcpReq.inputResponses, "user_name");
  return typeof given?.name === "string"
    ? say(`Hello, ${given.name}!`)
    : inputRequired({ inputRequests: { user_name: stringForm("What is your name?", "name") } });
}

function askOnce(requests: Parameters<typeof inputRequired>[0], done: string): Handler {
  return ({ mcpReq }) => (mcpReq.inputResponses === undefined ? inputRequired(requests) : say(done));
}

/** Asks a second question after the first. */
function askTwice(context: ServerContext): unknown {
  switch (readState(context)) {
    case null:
      return inputRequired({
        inputRequests: { step1: stringForm("Step 1: What is your name?", "name") },
        requestState: sign("first"),
      });
    case "first":
      return inputRequired({
        inputRequests: { step2: stringForm("Step 2: What is your favorite color?", "color") },
        requestState: sign("second"),
      });
    default:
      return say("Done.");
  }
}

/** Asks for a confirmation, with a state that must come back unchanged. */
const askWithState: Handler = (context) =>
  readState(context) === null
    ? inputRequired({ inputRequests: { confirm: confirmForm() }, requestState: sign("asked") })
    : say("state-ok");

/** Asks only for what the client says it can do. */
const askWhatIsPossible: Handler = (context) => {
  const { elicitation, sampling: samples } = capabilitiesOf(context);
  return inputRequired({
    inputRequests: {
      ...(elicitation !== undefined && { confirm: confirmForm() }),
      ...(samples !== undefined && { greeting: sampling("Generate a greeting") }),
    },
  });
};

async function reportProgress({ mcpReq }: ServerContext): Promise<unknown> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    }
    await sleep(50);
  }
  return say("Done.");
}

const requireSampling: Handler = (context) => {
  if (capabilitiesOf(context).sampling === undefined) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }
  return say("The client can do that.");
};

const everything = {
  user_name: stringForm("What is your name?", "name"),
  greeting: sampling("Generate a greeting"),
  client_roots: inputRequired.listRoots(),
};

const handlers: Record<string, Handler> = {
  test_simple_text: () => say("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  test_tool_with_progress: reportProgress,
  test_tool_with_logging: () => say("Done."),
  test_logging_tool: () => say("Done."),
  test_streaming_elicitation: askName,
  test_sampling: askOnce({ inputRequests: { one: sampling("Test prompt for sampling") } }, "Thank you."),
  test_elicitation: form({ username: { type: "string" }, email: { type: "string" } }, ["username", "email"]),
  test_elicitation_sep1034_defaults: form({
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  }),
  test_elicitation_sep1330_enums: form({
    untitledSingle: { type: "string", enum: options("option") },
    titledSingle: { type: "string", oneOf: choices("Option") },
    legacyEnum: { type: "string", enum: options("opt"), enumNames: ["One", "Two", "Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: options("option") } },
    titledMulti: { type: "array", items: { anyOf: choices("Choice") } },
  }),
  test_missing_capability: requireSampling,
  test_input_required_result_elicitation: askName,
  test_input_required_result_sampling: askOnce(
    { inputRequests: { capital_question: sampling("What is the capital of France?") } },
    "Thank you.",
  ),
  test_input_required_result_list_roots: askOnce(
    { inputRequests: { client_roots: inputRequired.listRoots() } },
    "Thank you.",
  ),
  test_input_required_result_request_state: askWithState,
  test_input_required_result_multiple_inputs: askOnce(
    { inputRequests: everything, requestState: sign("asked") },
    "Thank you.",
  ),
  test_input_required_result_multi_round: askTwice,
  test_input_required_result_tampered_state: askWithState,
  test_input_required_result_capabilities: askWhatIsPossible,
  json_schema_2020_12_tool: () => say("Done."),
};

/** Has the keywords that a gateway may lose on the way. */
export const newestSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const describe = (name: string): string => `The tool ${name} of the suite.`;

/** Reads the name of a tool from its description. */
export const readToolName = (description: string): string => description.split(" ")[2] ?? "";

/** The names of the tools. */
export const conformanceTools: readonly string[] = Object.keys(handlers);

const listed: Tool[] = conformanceTools.map((name) => ({
  name,
  description: describe(name),
  inputSchema: name === "json_schema_2020_12_tool" ? newestSchema : { type: "object" },
}));

/** Starts the server. It speaks the newest revision, and the older ones without sessions. */
export async function startConformanceApplication(): Promise<ConformanceApplication> {
  const handler = createMcpHandler(() => {
    const one = new Server({ name: "conformance", version: "1" }, { capabilities: { tools: {} } });
    one.setRequestHandler("tools/list", async () => ({ tools: listed }));
    one.setRequestHandler("tools/call", async ({ params }, context) => {
      const handle = handlers[params.name];
      if (handle === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool.");
      }
      return (await handle(context, params.arguments ?? {})) as never;
    });
    return one;
  });
  const server = createServer(getRequestListener((request) => handler.fetch(request)));
  await new Promise<void>((resolve) => server.listen(0, deployment().downstreamHost, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${deployment().downstreamHost}:${port}/mcp`,
    close: () => void server.close().closeAllConnections(),
  };
}
