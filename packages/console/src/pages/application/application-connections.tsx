import type { Application } from "@bowline/sdk";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { connectionsQuery } from "../../api/connections.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { ConnectionList } from "../connections/connection-list.tsx";

interface ApplicationConnectionsProps {
  application: Application;
  connect(): void;
}

/** The signed-in person's connections to the application. */
export function ApplicationConnections({ application, connect }: ApplicationConnectionsProps): ReactNode {
  const query = useQuery(connectionsQuery);
  return (
    <Loaded query={query}>
      {(connections) => {
        const own = connections.filter(({ applicationSlug }) => applicationSlug === application.slug);
        return own.length === 0 ? (
          <Empty
            icon="plug"
            title="No connection yet"
            action={
              application.authentications.length > 0 ? <Button onClick={connect}>Connect</Button> : undefined
            }
          >
            {application.requiresConnection
              ? `Connect an account of yours at ${application.name}. Its tools then run with that account.`
              : "Its tools work without a connection. Connect it to put them into a toolset."}
          </Empty>
        ) : (
          <ConnectionList connections={own} />
        );
      }}
    </Loaded>
  );
}
