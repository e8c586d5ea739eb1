import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { connectionsQuery } from "../../api/connections.ts";
import { executionQuery } from "../../api/executions.ts";
import { toolQuery } from "../../api/tools.ts";
import { toolsetQuery } from "../../api/toolsets.ts";
import { isObject } from "../../form/json-schema.ts";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { isId } from "../../parts/is-id.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { NotFound } from "../../parts/not-found.tsx";
import { Page } from "../../parts/page.tsx";
import { ToolDescription } from "./tool-description.tsx";
import { ToolWorkbench } from "./tool-workbench.tsx";

/** A tool: what it does, a form of its input, its result. `from` names a record of the history to begin with. */
export function ToolPage(): ReactNode {
  const { toolSlug } = useParams({ from: "/tools/$toolSlug" });
  const { connection, toolset, from } = useSearch({ from: "/tools/$toolSlug" });
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const tool = useQuery(toolQuery(toolSlug));
  const connections = useQuery(connectionsQuery);
  const usedToolset = useQuery({ ...toolsetQuery(toolset ?? ""), enabled: toolset !== undefined });
  const isFromRecord = from !== undefined && isId(from);
  const record = useQuery({ ...executionQuery(Number(from)), enabled: isFromRecord });
  // Without its toolset or its record, a run would be another one than the address says.
  const wanted = [tool, connections, ...(toolset ? [usedToolset] : []), ...(from ? [record] : [])];
  const missing = wanted.filter(({ data }) => data === undefined);
  const waiting = missing.find(({ isError }) => isError) ?? missing[0];
  const shown = waiting === undefined ? tool.data : undefined;
  const request = record.data?.input;
  if (from !== undefined && !isFromRecord) {
    return <NotFound />;
  }
  return (
    <Page
      // Another tool is another page.
      key={toolSlug}
      title={shown?.name ?? toolSlug}
      width="wide"
      trail={[
        { label: "Applications", to: "/applications" },
        ...(shown ? [{ label: shown.applicationName, to: `/applications/${shown.applicationSlug}` }] : []),
      ]}
      icon={shown && <ApplicationIcon slug={shown.applicationSlug} size={32} />}
      description={shown && <ToolDescription tool={shown} />}
    >
      <Loaded query={(waiting ?? tool) as typeof tool} lines={6}>
        {(loaded) => (
          <ToolWorkbench
            // Another record fills in another form.
            key={from}
            tool={loaded}
            connections={connections.data ?? []}
            toolset={usedToolset.data ?? null}
            initialConnectionId={readId(connection) ?? record.data?.connectionId ?? null}
            initialRequest={isObject(request) ? request : null}
            visit={from === undefined ? null : visit}
          />
        )}
      </Loaded>
    </Page>
  );
}

function readId(text: string | undefined): number | null {
  return text !== undefined && isId(text) ? Number(text) : null;
}
