import type { Application, Authentication } from "@bowline/sdk";
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { identityQuery } from "../../api/identity.ts";
import { Icon } from "../../icons/icon.tsx";

/** Said of a sign-in that the company has no OAuth client for. */
export const notSetUp = "Not set up yet";

interface ClientSetupProps {
  application: Application;
  method: Authentication;
  /** Whether it is told after an attempt to sign in. */
  isFailure?: boolean;
}

/** What to do when the company has no OAuth client at the application. */
export function ClientSetup({ application, method, isFailure = false }: ClientSetupProps): ReactNode {
  const { slug, name, authentications } = application;
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const hasOthers = authentications.some(
    ({ authenticationId, lacksOAuthClient }) =>
      authenticationId !== method.authenticationId && !lacksOAuthClient,
  );
  return (
    <Alert
      color="sea"
      icon={<Icon name="info" />}
      title={`Signing in at ${name} is not set up yet`}
      role={isFailure ? "alert" : "note"}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isAdmin
            ? `Register an OAuth app at ${name} once, and enter its client id and secret here. Then everybody in your company can sign in.`
            : `Ask an Admin of your company to enter an OAuth client for ${name}. That is needed once.`}
          {hasOthers && " Or connect in another way."}
        </Text>
        {isAdmin && (
          <Button
            size="xs"
            variant={isFailure ? "default" : "filled"}
            component={Link}
            to={`/oauth-clients?tab=applications&application=${slug}&method=${method.authenticationId}`}
            data-autofocus
          >
            Enter the OAuth client
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
