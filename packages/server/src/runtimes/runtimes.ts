import type { ToolBinding } from "@bowline/catalog";
import type { Egress } from "../egress/egress.ts";
import { openHttpRuntime } from "./http/http-runtime.ts";
import type { Runtime } from "./runtime.ts";

type Runtimes = { [Kind in ToolBinding["kind"]]: Runtime<ToolBinding & { kind: Kind }> };

/** Opens every runtime there is. The only place that knows their kinds: a tool is compiled by the runtime of its binding. */
export function openRuntimes(egress: Egress): Runtime<ToolBinding> {
  const runtimes: Runtimes = { http: openHttpRuntime(egress) };
  return { compile: (binding) => runtimes[binding.kind].compile(binding) };
}
