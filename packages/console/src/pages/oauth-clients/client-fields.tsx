import type { ListedOAuthClient } from "@bowline/sdk";
import { PasswordInput, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { applicationQuery } from "../../api/applications.ts";

/** What an Admin has filled in. */
export interface ClientDraft {
  clientId: string;
  clientSecret: string;
  scopes: string[];
  tokenHosts: string[];
}

interface ClientFieldsProps {
  client: ListedOAuthClient;
  draft: ClientDraft;
  change(changes: Partial<ClientDraft>): void;
  issues: Partial<Record<string, string>>;
}

/** The fields of the company's own client for one OAuth method. */
export function ClientFields({ client, draft, change, issues }: ClientFieldsProps): ReactNode {
  const { defaultScopes, defaultTokenHosts, authenticationId } = client;
  const { data: application } = useQuery(applicationQuery(client.applicationSlug));
  const method = application?.authentications.find((one) => one.authenticationId === authenticationId);
  return (
    <>
      <TextInput
        label="Client id"
        value={draft.clientId}
        onChange={(event) => change({ clientId: event.currentTarget.value })}
        error={issues.clientId}
        required
        spellCheck={false}
      />
      <PasswordInput
        label="Client secret"
        description="Empty for a public client."
        value={draft.clientSecret}
        onChange={(event) => change({ clientSecret: event.currentTarget.value })}
        error={issues.clientSecret}
        autoComplete="off"
      />
      <TagsInput
        label="Scopes"
        description={`What sign-ins ask for. Empty: ${defaultScopes.length === 0 ? "what the application gives by itself" : "those above"}.`}
        data={method?.scopes ?? []}
        value={draft.scopes}
        onChange={(scopes) => change({ scopes })}
        error={issues.scopes}
      />
      {defaultTokenHosts === null && (
        <TagsInput
          label="Hosts for tokens"
          description="A connection's field names the host here, so say where the secret may be sent: login.example.com, or *.example.com for every host below."
          value={draft.tokenHosts}
          onChange={(tokenHosts) => change({ tokenHosts })}
          error={issues.tokenHosts}
          required
        />
      )}
    </>
  );
}
