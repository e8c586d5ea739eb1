import type { SignInOutcome } from "@bowline/sdk";
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface SignInFailureProps {
  error: string | null;
  close(): void;
  retry?: () => void;
}

/** Whether a sign-in that led back to the console connected nothing. */
export const hasFailed = (result: SignInOutcome | undefined): result is SignInOutcome =>
  result?.status === "failed" || result?.status === "expired";

/** Says why a sign-in at an application connected nothing. */
export function SignInFailure({ error, close, retry }: SignInFailureProps): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={close} title="Not connected">
      <Stack>
        <Alert color="yellow" icon={<Icon name="triangle-alert" />} role="alert">
          <Text size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
            {error ?? "The sign-in has ended. Start it again."}
          </Text>
        </Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus={retry === undefined || undefined}>
            Close
          </Button>
          {retry !== undefined && (
            <Button onClick={retry} data-autofocus>
              Try again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
