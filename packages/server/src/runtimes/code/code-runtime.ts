import type { CodeBinding } from "@bowline/catalog";
import type { Runtime } from "../runtime.ts";
import { CodeCall, type CodeParts } from "./code-call.ts";
import type { CodeModule } from "./messages.ts";

/**
 * Runs tools that are code, in threads.
 *
 * @param findModule finds the file of a tool's application
 */
export function openCodeRuntime(
  parts: CodeParts,
  findModule: (binding: CodeBinding) => CodeModule,
): Runtime<CodeBinding> {
  return {
    compile(binding) {
      const tool = { binding, module: findModule(binding) };
      return { readsDoubles: true, prepare: (access, input) => new CodeCall(parts, tool, access, input) };
    },
  };
}
