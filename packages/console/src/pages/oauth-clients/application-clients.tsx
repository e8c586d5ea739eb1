import { Code, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { applicationsQuery } from "../../api/applications.ts";
import { statusQuery } from "../../api/status.ts";
import { serverUrl } from "../../console-base.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { ApplicationClientForm } from "./application-client-form.tsx";

const route = getRouteApi("/oauth-clients");

/** The company's OAuth client at each application with a sign-in. */
export function ApplicationClients(): ReactNode {
  const query = useQuery(applicationsQuery);
  const { application: slug, method } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: status } = useQuery(statusQuery);
  // Applications get the server's base URL, also when the console was opened at another address.
  const redirectUri = `${status?.baseUrl ?? serverUrl}/oauth/callback`;
  return (
    <Loaded query={query}>
      {(all) => {
        const applications = all.filter(({ authentications }) =>
          authentications.some(({ type }) => type === "oauth2"),
        );
        const application = applications.find((one) => one.slug === slug);
        return (
          <Stack maw={760}>
            <Paper p="lg">
              <Stack gap="sm">
                <Text size="sm">
                  Register an app at the application once, with this redirect address. Then enter its client
                  id and secret here, and everybody in the company can sign in there.
                </Text>
                <Group gap="xs" wrap="nowrap">
                  <Code fz="sm" p="xs" style={{ overflowWrap: "anywhere" }}>
                    {redirectUri}
                  </Code>
                  <CopyButton value={redirectUri} label="Copy redirect address" />
                </Group>
                <Select
                  label="Application"
                  placeholder="Choose an application"
                  data={applications.map((one) => ({ value: one.slug, label: one.name }))}
                  value={slug ?? null}
                  onChange={(value) =>
                    navigate({
                      search: { tab: "applications", application: value ?? undefined },
                      replace: true,
                    })
                  }
                  searchable
                />
              </Stack>
            </Paper>
            {application?.authentications
              .filter(({ type }) => type === "oauth2")
              .filter(({ authenticationId }) => method === undefined || String(authenticationId) === method)
              .map((authentication) => (
                <ApplicationClientForm
                  key={authentication.authenticationId}
                  application={application}
                  authentication={authentication}
                />
              ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}
