import { Paper, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { oauthClientsQuery } from "../../api/oauth-clients.ts";
import { serverUrl } from "../../console-base.ts";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { ApplicationClientForm } from "./application-client-form.tsx";
import { ClientList } from "./client-list.tsx";
import { RegistrationFacts } from "./registration-facts.tsx";

const route = getRouteApi("/oauth-clients");

/** The company's OAuth client at each application with a sign-in, or the forms of one. */
export function ApplicationClients(): ReactNode {
  const query = useQuery(oauthClientsQuery);
  const { application: slug, method } = route.useSearch();
  return (
    <Loaded query={query}>
      {(all) => {
        const chosen = all.filter(
          ({ applicationSlug, authenticationId }) =>
            applicationSlug === slug && (method === undefined || String(authenticationId) === method),
        );
        // A client that this server registered has an address of its own. One that an Admin enters has the shared one.
        const shared = all.find(({ setBy }) => setBy !== "registration")?.redirectUri;
        const redirectAddress = shared ?? `${serverUrl}/oauth/callback`;
        return (
          <Stack maw={760}>
            {chosen.length === 0 ? (
              <>
                <Paper p="lg">
                  <RegistrationFacts name={null} redirectAddress={redirectAddress} />
                </Paper>
                <ClientList clients={all} />
              </>
            ) : (
              <>
                <AnchorLink to="/oauth-clients" search={{ tab: "applications" }} size="sm">
                  All applications
                </AnchorLink>
                {chosen.map((client) => (
                  <ApplicationClientForm
                    key={client.authenticationId}
                    client={client}
                    redirectAddress={redirectAddress}
                  />
                ))}
              </>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}
