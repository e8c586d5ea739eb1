import type { Application, ConnectLink as ConnectLinkRecord } from "@bowline/sdk";
import { Alert, Select, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { Icon } from "../../icons/icon.tsx";
import { CreateDialog } from "../../parts/create-dialog.tsx";
import { describeMethod } from "../../parts/describe-method.ts";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { ExactTime } from "../../parts/when.tsx";
import { notSetUp } from "./client-setup.tsx";

/** Makes a link with which somebody else connects an account for the signed-in person. */
export function ConnectLink({ application, close }: { application: Application; close(): void }): ReactNode {
  const { slug, name: applicationName, authentications } = application;
  const [name, setName] = useState("");
  const [method, setMethod] = useState<string | null>(null);
  const { data: identity } = useQuery(identityQuery);
  const owner = identity === undefined ? "you" : `you, ${identity.fullName} (${identity.email})`;
  const create = () =>
    bowline.connections.createConnectLink({
      applicationSlug: slug,
      authenticationId: method === null ? null : Number(method),
      name: name.trim() || null,
    });
  return (
    <CreateDialog
      title={`A link to connect ${applicationName}`}
      action="Make the link"
      create={create}
      close={close}
      show={(link) => (
        <ShownLink title={`A link to connect ${applicationName}`} link={link} owner={owner} close={close} />
      )}
      fields={["name", "authenticationId"]}
    >
      {(issues) => (
        <>
          <Text size="sm">
            Somebody else has the account? They open the link, sign in or enter a key there, and need no
            account at Bowline. The connection will belong to {owner}, and you do not see their password or
            key.
          </Text>
          <TextInput
            label="Name of the connection"
            description="To tell several accounts apart."
            placeholder={applicationName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issues.name}
            data-autofocus
          />
          {authentications.length > 1 && (
            <Select
              label="Way to connect"
              placeholder="They choose"
              data={authentications.map(({ authenticationId, name: label, type, lacksOAuthClient }) => ({
                value: String(authenticationId),
                label: `${label} (${lacksOAuthClient ? notSetUp.toLowerCase() : describeMethod(type)})`,
                disabled: lacksOAuthClient,
              }))}
              value={method}
              onChange={setMethod}
              error={issues.authenticationId}
              clearable
            />
          )}
        </>
      )}
    </CreateDialog>
  );
}

const pollMs = 3000;

interface ShownLinkProps {
  title: string;
  link: ConnectLinkRecord;
  owner: string;
  close(): void;
}

/** The link, and what has become of it while its dialog is open. */
function ShownLink({ title, link, owner, close }: ShownLinkProps): ReactNode {
  const { state, connectUrl, expiresDate } = link;
  const { data } = useQuery({
    queryKey: ["connect-link", state],
    queryFn: ({ signal }) => bowline.connections.getSignInResult({ state }, { signal }),
    refetchInterval: ({ state: { data: outcome } }) =>
      outcome === undefined || outcome.status === "pending" ? pollMs : false,
    gcTime: 0,
  });
  const status = data?.status ?? "pending";
  const queryClient = useQueryClient();
  useEffect(() => {
    if (status === "confirmed") {
      refreshConnections(queryClient).catch(() => undefined);
    }
  }, [status, queryClient]);
  const isPending = status === "pending";
  return (
    <SecretDialog title={title} label="Link" value={connectUrl} isOver={!isPending} close={close}>
      {isPending && (
        <Text size="sm">
          Send it to whoever has the account. It works once, within 10 minutes: until{" "}
          <ExactTime date={expiresDate} />. The connection will belong to {owner}: your tools then run with
          that account.
        </Text>
      )}
      <div role="status">
        {isPending ? (
          <Text size="sm" c="dimmed">
            {data?.error == null
              ? "Nobody has used it yet."
              : `A sign-in from it failed, and can be repeated: ${data.error}`}
          </Text>
        ) : status === "confirmed" ? (
          <Alert color="teal" icon={<Icon name="circle-check" />} title="Connected">
            <Text size="sm">{data?.name} is among your connections now.</Text>
          </Alert>
        ) : (
          <Alert color="yellow" icon={<Icon name="triangle-alert" />} title="Not connected">
            <Text size="sm" c="var(--mantine-color-text)">
              {data?.error ?? "The link has ended. Make another one."}
            </Text>
          </Alert>
        )}
      </div>
    </SecretDialog>
  );
}
