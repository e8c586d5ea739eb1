import { join } from "node:path";
import type { Access, PreparedCall } from "../src/runtimes/runtime.ts";
import type { Runtimes } from "../src/runtimes/runtimes.ts";

/** The applications in code that tests call. */
export const codeFolder = join(import.meta.dirname, "code-applications");

const fieldReaders = new Set(["read_fields", "throw_secret", "leave_quiet_timer", "leave_quiet_promise"]);

/** @param operation of the application `lab` */
export function prepareCodeCall(
  runtimes: Runtimes,
  access: Access,
  operation: string,
  input: Readonly<Record<string, unknown>> = {},
  file = "lab/application.ts",
): PreparedCall {
  const binding = {
    kind: "code" as const,
    origin: "operator" as const,
    file,
    operation,
    serverUrl: null,
    connectionFields: fieldReaders.has(operation) ? ["apiKey"] : [],
    authentications: ["apiKey"],
    failure: { path: "/ok", equals: false, messagePath: "/error" },
  };
  return runtimes.compile(binding).prepare(access, input);
}
