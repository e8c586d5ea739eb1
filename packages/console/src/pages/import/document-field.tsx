import { Button, Group, Input, Paper, Text, Textarea } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { describeExcess } from "../../api/check-size.ts";
import { Icon } from "../../icons/icon.tsx";
import { formatSize } from "../../parts/format-figures.ts";

/** A browser needs half a minute to lay out a text of several megabytes. */
const maxShownCharacters = 200_000;

interface DocumentFieldProps {
  text: string;
  change(text: string): void;
}

/** Where a document is pasted. One that is long is kept, and only its size is shown. */
export function DocumentField({ text, change }: DocumentFieldProps): ReactNode {
  const wasLong = useRef(false);
  const isLong = text.length > maxShownCharacters;
  const remove = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The field that had the focus is gone.
    if (isLong !== wasLong.current) {
      (isLong ? remove : input).current?.focus();
    }
    wasLong.current = isLong;
  }, [isLong]);
  return isLong ? (
    <LongDocument text={text} button={remove} remove={() => change("")} />
  ) : (
    <Textarea
      ref={input}
      label="Document"
      description="OpenAPI 2.0 to 3.2, as JSON or YAML."
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text/plain");
        if (pasted.length > maxShownCharacters) {
          event.preventDefault();
          change(pasted);
        }
      }}
      minRows={8}
      maxRows={16}
      autosize
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      required
    />
  );
}

interface LongDocumentProps {
  text: string;
  button: RefObject<HTMLButtonElement | null>;
  remove(): void;
}

function LongDocument({ text, button, remove }: LongDocumentProps): ReactNode {
  const size = useMemo(() => new Blob([text]).size, [text]);
  return (
    <Input.Wrapper labelElement="div" label="Document" error={describeExcess(size, "import")}>
      <Paper p="sm" mt={4}>
        <Group justify="space-between">
          <Group gap="sm" role="status">
            <Icon name="file-text" />
            <Text size="sm">Pasted: {formatSize(size)}</Text>
          </Group>
          <Button ref={button} size="xs" variant="default" onClick={remove}>
            Remove
          </Button>
        </Group>
      </Paper>
    </Input.Wrapper>
  );
}
