import { dropApiHints } from "@bowline/contract/drop-api-hints";
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
} from "@bowline/sdk";
import { Alert, Button, Code, Group, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../icons/icon.tsx";
import { readServerTime } from "../session/server-clock.ts";
import { readTimeZone } from "./time-zone.ts";
import { useLeftFocus } from "./use-left-focus.ts";
import { formatHour } from "./when.tsx";

/** What an error says in words. */
export function describeError(error: unknown): string {
  if (error instanceof RateLimitError) {
    return `${dropApiHints(error.message)} ${describeWait(error.retryAfter)}`;
  }
  if (error instanceof ApiError && error.errorCode === "UNKNOWN") {
    return `The server, or a proxy in front of it, responded with status ${error.status}. Try again in a moment.`;
  }
  if (error instanceof ApiError) {
    // The message often says the first of them already.
    const others = error.details.filter(({ issue }) => !error.message.includes(issue));
    return [dropApiHints(error.message), ...others.map(({ field, issue }) => `${field}: ${issue}`)].join(" ");
  }
  // The messages of both name the operation and the base URL, for programs.
  if (error instanceof TimeoutError) {
    return "The server took too long to respond. The call may still be running.";
  }
  if (error instanceof ConnectionError) {
    return "The server does not respond. Check that it runs and that you are connected, then try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong.";
}

function describeWait(seconds: number | null): string {
  if (seconds === null) {
    return "";
  }
  const time = new Date(readServerTime() + seconds * 1000);
  return `You and your agents share it. It is full again at ${formatHour(time, readTimeZone())}.`;
}

/** Tries again by itself when the server takes calls again. */
function useLaterRetry(seconds: number | null, retry: (() => void) | undefined): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (seconds !== null) {
      const timer = setTimeout(() => latest.current?.(), seconds * 1000);
      return () => clearTimeout(timer);
    }
  }, [seconds]);
}

/** Said of something in a list that does not exist any more. */
export const goneMessage = "It does not exist any more. It was deleted in another tab, or by somebody else.";

/** What an error says in words, of an action on something in a list. */
export const describeActionError = (error: unknown): string =>
  error instanceof NotFoundError ? goneMessage : describeError(error);

/** Says of a change that got no response what is known. */
const describeLostResponse = (error: unknown): string =>
  error instanceof ConnectionError && !(error instanceof TimeoutError)
    ? "The server does not respond. Check that you are connected. What you asked for may have been done: look before you try again."
    : describeError(error);

interface RetryButtonProps {
  retry(): void;
  isTrying: boolean;
}

function RetryButton({ retry, isTrying }: RetryButtonProps): ReactNode {
  useLeftFocus();
  return (
    <Button
      size="xs"
      variant="default"
      onClick={retry}
      // It keeps the focus meanwhile, and nothing is read out anew.
      leftSection={isTrying ? <Loader size={14} /> : <Icon name="refresh-cw" size={14} />}
    >
      Try again
    </Button>
  );
}

interface ProblemProps {
  error: unknown;
  /** Absent: it was a change. */
  retry?: () => void;
  /** Whether it is being tried again now. Default: no. */
  isTrying?: boolean;
}

/** Shows an error: its words, the request's id to quote, and a button to try again. */
export function Problem({ error, retry, isTrying = false }: ProblemProps): ReactNode {
  const isLimited = error instanceof RateLimitError;
  useLaterRetry(isLimited ? error.retryAfter : null, retry);
  const isForbidden = error instanceof PermissionError;
  const isQuiet = isForbidden || error instanceof NotFoundError;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Alert
      color={isQuiet || isLimited ? "yellow" : "red"}
      icon={<Icon name={isForbidden ? "lock" : "circle-alert"} />}
      title={
        isForbidden
          ? "Not allowed"
          : isQuiet
            ? "Not found"
            : isLimited
              ? "Too many calls"
              : "That did not work"
      }
      role="alert"
    >
      <Stack gap="xs">
        <Text size="sm" c="var(--mantine-color-text)">
          {retry === undefined ? describeLostResponse(error) : describeError(error)}
        </Text>
        {(retry !== undefined || requestId !== null) && (
          <Group gap="sm">
            {retry !== undefined && <RetryButton retry={retry} isTrying={isTrying} />}
            {requestId !== null && (
              <Text size="xs" c="var(--mantine-color-text)">
                Request <Code>{requestId}</Code>
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
