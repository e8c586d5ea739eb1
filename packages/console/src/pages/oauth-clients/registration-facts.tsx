import { Anchor, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";

interface RegistrationFactsProps {
  /** Of the application; null: of any. */
  name: string | null;
  redirectAddress: string;
  /** What sign-ins ask for. */
  scopes?: readonly string[];
  /** What the provider writes about its sign-in. */
  documentationUrl?: string | null;
}

/** What an Admin needs to register an OAuth app at an application. */
export function RegistrationFacts({
  name,
  redirectAddress,
  scopes = [],
  documentationUrl = null,
}: RegistrationFactsProps): ReactNode {
  return (
    <Stack gap="xs">
      <Text size="sm">
        Register an OAuth app at {name ?? "the application"} once, with this redirect address. Then enter its
        client id and secret here, and everybody in the company can sign in there.{" "}
        {documentationUrl !== null && (
          <Anchor href={documentationUrl} target="_blank" rel="noreferrer" inherit underline="always">
            {name}'s documentation <Icon name="external-link" size={14} />
          </Anchor>
        )}
      </Text>
      <Fact label="Redirect address" value={redirectAddress} />
      {scopes.length > 0 && <Fact label="Scopes" value={scopes.join(" ")} />}
    </Stack>
  );
}

function Fact({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" p="xs" mah={140} style={{ overflow: "auto", overflowWrap: "anywhere" }} tabIndex={0}>
          {value}
        </Code>
        <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
      </Group>
    </div>
  );
}
