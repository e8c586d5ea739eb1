import { writeFileSync } from "node:fs";
import { kill } from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import {
  defineApplication,
  defineTool,
  ResponseError,
  type ToolEgress,
  ToolError,
  type ToolResponse,
  z,
} from "bowline/application";

let calls = 0;
let keptEgress: ToolEgress | null = null;

/** As code in JavaScript may write it. */
const untyped = (value: unknown): never => value as never;

const base = {
  name: "A tool of a test",
  description: "Does what the test says.",
  output: z.unknown(),
  hints: { readOnly: true },
};

const nothing = z.object({});

const recurse = (): unknown => [recurse()];

/** Tools that go wrong in every way, and some that do not. */
export const application = defineApplication({
  slug: "lab",
  name: "Lab",
  description: "For tests.",
  environments: [{ name: "production", serverUrl: "{address}/api" }],
  variables: { address: { description: "Where it is." } },
  authentications: [{ type: "apiKey", header: "X-Key" }],
  failure: { path: "/ok", equals: false, messagePath: "/error" },
  tools: [
    defineTool({
      ...base,
      operation: "sum",
      input: z.object({ numbers: z.array(z.number()).default([1, 2]) }),
      output: z.object({ sum: z.number() }),
      run: ({ input }) => ({ sum: input.numbers.reduce((sum, number) => sum + number, 0) }),
    }),
    defineTool({
      ...base,
      operation: "name_members",
      input: z.object({ record: z.record(z.string(), z.number()), any: z.unknown().optional() }),
      run: ({ input }) => Object.keys(input.record),
    }),
    defineTool({
      ...base,
      operation: "fetch_item",
      input: z.object({ url: z.string(), method: z.string().optional(), title: z.string().optional() }),
      async run({ input, egress }) {
        const { url, method = "GET", title } = input;
        const query = { a: ["1", "ü"], b: undefined };
        const response = await egress.request({ method, url, query, ...(title && { json: { title } }) });
        return { status: response.status, body: response.json() };
      },
    }),
    defineTool({
      ...base,
      operation: "catch_refusal",
      input: z.object({ url: z.string() }),
      async run({ input, egress }) {
        try {
          await egress.request({ url: input.url });
          return "no error";
        } catch (error) {
          return error instanceof Error ? `${error.name}: ${error.message}` : "no Error";
        }
      },
    }),
    defineTool({
      ...base,
      operation: "send_any",
      input: z.object({ request: z.string() }),
      run: async ({ input, egress }) => (await egress.request(JSON.parse(input.request))).json(),
    }),
    defineTool({
      ...base,
      operation: "read_fields",
      input: nothing,
      connectionFields: ["apiKey"],
      run: ({ connection }) => ({ ...connection, given: Object.keys(connection.fields) }),
    }),
    defineTool({
      ...base,
      operation: "read_surroundings",
      input: nothing,
      run: ({ connection }) => ({
        fields: connection.fields,
        environment: Object.keys(process.env),
        fetch: String(globalThis.WebSocket),
      }),
    }),
    defineTool({
      ...base,
      operation: "count",
      input: nothing,
      run: () => {
        calls++;
        return calls;
      },
    }),
    defineTool({ ...base, operation: "throw", input: nothing, run: () => JSON.parse("no JSON") }),
    defineTool({
      ...base,
      operation: "throw_secret",
      input: nothing,
      connectionFields: ["apiKey"],
      run({ connection }) {
        const { apiKey } = connection.fields;
        process.stdout.write(`the key is ${apiKey.slice(0, 6)}`);
        process.stdout.write(`${apiKey.slice(6)} in two pieces\n`);
        throw new Error(`The key is ${connection.fields.apiKey}.`);
      },
    }),
    defineTool({
      ...base,
      operation: "fail",
      input: nothing,
      run() {
        throw new ToolError("The book is lent out. Ask for another.", {
          kind: "downstreamRefused",
        });
      },
    }),
    defineTool({
      ...base,
      operation: "loop",
      input: nothing,
      run() {
        for (;;) {}
      },
    }),
    defineTool({ ...base, operation: "hang", input: nothing, run: () => new Promise(() => {}) }),
    defineTool({ ...base, operation: "exit", input: nothing, run: () => process.exit(3) }),
    defineTool({ ...base, operation: "kill", input: nothing, run: () => process.kill(process.pid) }),
    defineTool({ ...base, operation: "kill_imported", input: nothing, run: () => kill(process.pid) }),
    defineTool({ ...base, operation: "abort", input: nothing, run: () => process.abort() }),
    defineTool({ ...base, operation: "recurse", input: nothing, run: recurse }),
    defineTool({
      ...base,
      operation: "open_builtin",
      input: nothing,
      run: () => typeof process.getBuiltinModule("node:http").request,
    }),
    defineTool({
      ...base,
      operation: "fill_memory",
      input: nothing,
      run() {
        const kept: string[][] = [];
        for (;;) {
          kept.push(Array.from({ length: 10_000 }, (_, index) => `${index} of ${kept.length}`));
        }
      },
    }),
    defineTool({
      ...base,
      operation: "fill_memory_at_once",
      input: nothing,
      async run() {
        const text = JSON.stringify("x".repeat(250_000_000));
        await delay(500);
        return text.length;
      },
    }),
    defineTool({
      ...base,
      operation: "fill_buffers",
      input: nothing,
      async run() {
        const kept: Buffer[] = [];
        for (;;) {
          kept.push(Buffer.alloc(1_000_000, 1));
          await delay(1);
        }
      },
    }),
    defineTool({
      ...base,
      operation: "take_much_memory",
      input: nothing,
      async run() {
        const taken = Buffer.alloc(150_000_000, 1);
        await delay(500);
        return taken.length;
      },
    }),
    defineTool({
      ...base,
      operation: "throw_unreadable",
      input: nothing,
      run() {
        throw {
          toString() {
            throw new Error("Never read.");
          },
        };
      },
    }),
    defineTool({
      ...base,
      operation: "print_much",
      input: nothing,
      run() {
        for (let line = 0; line < 5000; line++) {
          console.log(`line ${line}`);
        }
      },
    }),
    defineTool({
      ...base,
      operation: "throw_later",
      input: nothing,
      run: () =>
        new Promise(() => {
          setTimeout(() => {
            throw new Error("Later.");
          }, 10);
        }),
    }),
    defineTool({
      ...base,
      operation: "reject_unheard",
      input: nothing,
      run: () =>
        new Promise(() => {
          void Promise.reject(new Error("Unheard."));
        }),
    }),
    defineTool({
      ...base,
      operation: "leave_timer",
      input: nothing,
      run() {
        setTimeout(() => {
          throw new Error("Left behind.");
        }, 100);
        return "done";
      },
    }),
    defineTool({
      ...base,
      operation: "leave_quiet_timer",
      input: nothing,
      connectionFields: ["apiKey"],
      run({ connection, egress }) {
        setTimeout(() => {
          console.log(`Left behind with ${connection.fields.apiKey}.`);
          void egress.request({ url: "/late" });
          throw new Error("Left behind.");
        }, 50).unref();
        return "done";
      },
    }),
    defineTool({
      ...base,
      operation: "leave_quiet_promise",
      input: nothing,
      connectionFields: ["apiKey"],
      run({ connection }) {
        void delay(50, undefined, { ref: false }).then(() => {
          console.log(`Left behind with ${connection.fields.apiKey}.`);
          throw new Error("Left behind.");
        });
        return "done";
      },
    }),
    defineTool({
      ...base,
      operation: "keep_egress",
      input: nothing,
      run({ egress }) {
        keptEgress = egress;
        return "done";
      },
    }),
    defineTool({
      ...base,
      operation: "use_kept_egress",
      input: nothing,
      run: async () => (await keptEgress?.request({ url: "/late" }))?.status,
    }),
    defineTool({
      ...base,
      operation: "fetch_slowly",
      input: nothing,
      async run({ egress }) {
        await delay(300);
        return (await egress.request({ url: "/own" })).status;
      },
    }),
    defineTool({
      ...base,
      operation: "throw_number_as_kind",
      input: nothing,
      run() {
        throw new ToolError("There is no such book.", { kind: untyped(404) });
      },
    }),
    defineTool({
      ...base,
      operation: "throw_unknown_kind",
      input: nothing,
      run() {
        throw new ToolError("There is no such book.", { kind: untyped("notFound") });
      },
    }),
    defineTool({
      ...base,
      operation: "throw_function_as_message",
      input: nothing,
      run() {
        throw Object.assign(new ToolError("Not said."), { message: () => "Not said." });
      },
    }),
    defineTool({
      ...base,
      operation: "throw_own_response",
      input: nothing,
      run() {
        const response = { status: 500, headers: { a: () => 1 }, bytes: () => "no bytes" };
        throw new ResponseError(untyped(response) as ToolResponse);
      },
    }),
    defineTool({
      ...base,
      operation: "return_wrong",
      input: nothing,
      output: z.object({ id: z.int() }),
      run: () => JSON.parse('{"id": "seven"}'),
    }),
    defineTool({
      ...base,
      operation: "return_much",
      input: z.object({ length: z.int() }),
      run: ({ input }) => "x".repeat(input.length),
    }),
    defineTool({ ...base, operation: "return_nothing", input: nothing, run: () => undefined }),
    defineTool({ ...base, operation: "return_symbol", input: nothing, run: () => Symbol("no JSON") }),
    defineTool({
      ...base,
      operation: "wait_for_end",
      input: z.object({ file: z.string() }),
      run: ({ input, signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            writeFileSync(input.file, "tidied");
            resolve(null);
          });
          writeFileSync(input.file, "begun");
        }),
    }),
  ],
});
