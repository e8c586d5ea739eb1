import type { Authentication } from "@bowline/sdk";
import { Badge, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { describeMethod } from "../../parts/describe-method.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { useFirstFocus } from "../../parts/use-first-focus.ts";
import { notSetUp } from "./client-setup.tsx";
import classes from "./method-choice.module.css";

interface MethodChoiceProps {
  applicationName: string;
  methods: readonly Authentication[];
  choose(method: Authentication): void;
  /** Closes the dialog without a connection. */
  cancel(): void;
}

const describe = ({ type }: Authentication, applicationName: string): string =>
  type === "oauth2" ? `You sign in at ${applicationName} and come back here.` : describeMethod(type);

/** The ways to connect, one below the other. */
export function MethodChoice({ applicationName, methods, choose, cancel }: MethodChoiceProps): ReactNode {
  const choices = useRef<HTMLDivElement>(null);
  useFirstFocus(choices);
  return (
    <Stack ref={choices}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          How do you want to connect?
        </Text>
        {methods.map((method, index) => (
          <UnstyledButton
            key={method.authenticationId}
            className={classes.choice}
            data-autofocus={index === 0 || undefined}
            onClick={() => choose(method)}
          >
            <Group gap="xs" justify="space-between">
              <Text fw={600} size="sm">
                {method.name}
              </Text>
              {method.lacksOAuthClient && <Badge color="yellow">{notSetUp}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {method.description.replaceAll("`", "") || describe(method, applicationName)}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
      <DialogButtons cancel={cancel} />
    </Stack>
  );
}
