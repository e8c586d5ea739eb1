import type { Application, Authentication } from "@bowline/sdk";
import { Badge, Button, Code, Group, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { renderInline } from "../../form/description.tsx";
import { describeMethod } from "../../parts/describe-method.ts";
import { Empty } from "../../parts/empty.tsx";
import { notSetUp } from "./client-setup.tsx";
import { listEnteredFields } from "./list-entered-fields.ts";

interface ApplicationMethodsProps {
  application: Application;
  connect(authenticationId: number): void;
}

/** The ways to prove to the application who one is. */
export function ApplicationMethods({ application, connect }: ApplicationMethodsProps): ReactNode {
  const { authentications } = application;
  if (authentications.length === 0) {
    return (
      <Empty icon="globe" title="No connection needed">
        This application's tools work without a credential.
      </Empty>
    );
  }
  return (
    <Stack gap="md">
      {authentications.map((method) => (
        <MethodCard key={method.authenticationId} method={method} connect={connect} />
      ))}
    </Stack>
  );
}

interface MethodCardProps {
  method: Authentication;
  connect(authenticationId: number): void;
}

function MethodCard({ method, connect }: MethodCardProps): ReactNode {
  const { authenticationId, type, name, description, scopes, environments, fields, lacksOAuthClient } =
    method;
  return (
    <Paper p="md">
      <Group justify="space-between" align="flex-start">
        {/* On a phone, the button goes below the text. */}
        <Stack gap={6} flex="1 1 300px" miw={0}>
          <Group gap="xs">
            <Text fw={600} component="h2" fz="md">
              {name}
            </Text>
            <Badge color="gray">{describeMethod(type)}</Badge>
            {lacksOAuthClient && <Badge color="yellow">{notSetUp}</Badge>}
          </Group>
          {description !== "" && (
            <Text size="sm" c="dimmed">
              {renderInline(description)}
            </Text>
          )}
          {listEnteredFields(type, fields).length > 0 && (
            <Text size="sm">
              Asks for{" "}
              {listEnteredFields(type, fields)
                .map(({ label }) => label)
                .join(", ")}
              .
            </Text>
          )}
          {environments.length > 1 && <Text size="sm">Environments: {environments.join(", ")}.</Text>}
          {scopes.length > 0 && (
            <Group gap={6}>
              {scopes.map((scope) => (
                <Code key={scope}>{scope}</Code>
              ))}
            </Group>
          )}
        </Stack>
        <Button
          variant="default"
          onClick={() => connect(authenticationId)}
          aria-label={`Connect with ${name}`}
          style={{ flexShrink: 0 }}
        >
          Connect
        </Button>
      </Group>
    </Paper>
  );
}
