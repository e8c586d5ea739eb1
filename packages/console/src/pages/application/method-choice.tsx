import type { Authentication } from "@bowline/sdk";
import { Stack, Text, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { describeMethod } from "../../parts/describe-method.ts";
import classes from "./method-choice.module.css";

interface MethodChoiceProps {
  methods: readonly Authentication[];
  choose(method: Authentication): void;
}

/** The ways to connect, one below the other. */
export function MethodChoice({ methods, choose }: MethodChoiceProps): ReactNode {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        How do you want to connect?
      </Text>
      {methods.map((method) => (
        <UnstyledButton
          key={method.authenticationId}
          className={classes.choice}
          onClick={() => choose(method)}
        >
          <Text fw={600} size="sm">
            {method.name}
          </Text>
          <Text size="sm" c="dimmed">
            {method.description === "" ? describeMethod(method.type) : method.description}
          </Text>
        </UnstyledButton>
      ))}
    </Stack>
  );
}
