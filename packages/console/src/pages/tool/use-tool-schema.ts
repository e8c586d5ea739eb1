import type { Tool } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import type { JsonSchema } from "../../form/json-schema.ts";

/** The tool's own input schema, or that for the object chosen. */
export function useToolSchema(tool: Tool, connectionId: number | null, contextValue: string): JsonSchema {
  const isOfObject = tool.contextType !== null && contextValue !== "" && connectionId !== null;
  const { data } = useQuery({
    queryKey: ["tools", "schema", tool.slug, connectionId, contextValue],
    queryFn: ({ signal }) =>
      bowline.tools.schema(tool.slug, { connectionId: connectionId ?? undefined, contextValue }, { signal }),
    enabled: isOfObject,
    staleTime: 60_000,
  });
  return ((isOfObject ? data?.inputSchema : undefined) ?? tool.inputSchema ?? {}) as JsonSchema;
}
