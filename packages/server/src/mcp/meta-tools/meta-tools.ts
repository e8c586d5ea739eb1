import { type MetaToolInput, type MetaToolName, metaToolInputs } from "@bowline/contract";
import type { Tool } from "@modelcontextprotocol/server";
import { ApiError } from "../../api-error.ts";
import type { Deps } from "../../deps.ts";
import { findNearestSlug } from "../../suggestions/nearest-slug.ts";
import {
  type OfferedCall,
  type OfferedTools,
  type ToolCallOutput,
  UnknownToolError,
} from "../offered-tools.ts";
import { nameShape } from "../results/build-shape.ts";
import { prepareInputParser } from "../results/parse-input.ts";
import { renderApiError } from "../results/render-api-error.ts";
import type { ServedRequest } from "../served-request.ts";
import { connectApplication } from "./connect-application.ts";
import { describeMetaTools } from "./describe-meta-tools.ts";
import { executeAnyTool } from "./execute-any-tool.ts";
import { getTool } from "./get-tool.ts";
import { listConnections } from "./list-connections.ts";
import { searchTools } from "./search-tools.ts";

type OfferedName = Exclude<MetaToolName, "bowline_read_result">;

type Runners = {
  [Name in OfferedName]: (
    deps: Deps,
    served: ServedRequest,
    input: MetaToolInput<Name>,
    call: OfferedCall,
  ) => Promise<ToolCallOutput>;
};

const runners: Runners = {
  bowline_search_tools: searchTools,
  bowline_get_tool: getTool,
  bowline_execute_tool: executeAnyTool,
  bowline_list_connections: listConnections,
  bowline_connect: connectApplication,
};

const instructions =
  "Tools of many applications. Find a tool with bowline_search_tools, read its input with bowline_get_tool, run it with bowline_execute_tool.";

const runOthers = "Run an application's tool with bowline_execute_tool. Find one with bowline_search_tools.";

/** Names an input by its path in a request of the API. The tool that executes others takes what shapes a list in `results`. */
const nameInputOf =
  (name: OfferedName) =>
  (field: string): string =>
    name === "bowline_execute_tool" ? nameShape(field, "results") : field;

/** Says where the model finds what it named wrongly. */
function findWayOut({ code, message }: ApiError): { wayOut?: string } {
  if (code !== "NOT_FOUND" || message.includes("Did you mean")) {
    return {};
  }
  return {
    wayOut: message.startsWith("Connection ")
      ? "List the connections with bowline_list_connections."
      : "Find tools and their applications with bowline_search_tools.",
  };
}

/** Prepares the tools of `/mcp` (decisions D62). */
export function prepareMetaTools(deps: Deps): (served: ServedRequest) => OfferedTools {
  const names = Object.keys(runners) as OfferedName[];
  const tools: Tool[] = describeMetaTools();
  const parsers = new Map(names.map((name) => [name, prepareInputParser(metaToolInputs[name])]));
  return (served) => ({
    instructions,
    list: async () => tools,
    async call(call) {
      const name = call.name as OfferedName;
      const parse = parsers.get(name);
      if (parse === undefined) {
        throw new UnknownToolError(call.name, findNearestSlug(call.name, names), runOthers);
      }
      const run = runners[name] as Runners[OfferedName];
      let isParsed = false;
      try {
        const input = parse(call.input) as never;
        isParsed = true;
        return await run(deps, served, input, call);
      } catch (error) {
        if (error instanceof ApiError) {
          return renderApiError(error, {
            ...findWayOut(error),
            ...(isParsed && { nameInput: nameInputOf(name) }),
          });
        }
        throw error;
      }
    },
  });
}
