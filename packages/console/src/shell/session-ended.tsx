import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useFocusReturn } from "../parts/use-focus-return.ts";
import { tryAgain } from "../session/ended-session.ts";
import { buildSignInAddress, goToSignIn } from "../session/go-to-sign-in.ts";

/** Lies over a page that holds what a person has entered, when the session has ended. It goes away after the sign-in. */
export function SessionEnded(): ReactNode {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={tryAgain}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Your session has ended"
      overlayProps={{ color: "var(--ground)", backgroundOpacity: 0.95 }}
    >
      <Stack>
        <Text size="sm">
          What you have entered is still here. Sign in in another tab, then come back to this one and go on.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void goToSignIn(true)}>
            Leave this page
          </Button>
          <Button component="a" href={buildSignInAddress(true)} target="_blank" data-autofocus>
            Sign in
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
