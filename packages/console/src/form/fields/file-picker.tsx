import { ActionIcon, Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { formatSize } from "../../parts/format-figures.ts";
import { describedBy } from "../field-frame.tsx";
import { countBytes, type FileValue, readBase64 } from "../files.ts";
import classes from "./file-picker.module.css";

interface FilePickerProps {
  /** Id of the button that chooses a file. */
  id: string;
  label: string;
  description: string | undefined;
  errors: string[] | undefined;
  files: FileValue[];
  isMany: boolean;
  isDisabled: boolean;
  onChange(files: FileValue[]): void;
}

/** A larger one would fill the browser's memory several times over. */
const maxBytes = 50_000_000;

/** Chooses files with a button or by dragging them in. Shows the name and size of each. */
export function FilePicker(props: FilePickerProps): ReactNode {
  const { id, label, description, errors, files, isMany, isDisabled, onChange } = props;
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const add = async (chosen: File[]) => {
    // Else the browser does not tell when the same file is chosen again.
    reset.current?.();
    const tooLarge = chosen.find(({ size }) => size > maxBytes);
    if (tooLarge !== undefined) {
      setProblem(
        `${tooLarge.name} has ${formatSize(tooLarge.size)}. The form takes files up to ${formatSize(maxBytes)}.`,
      );
      return;
    }
    try {
      const read = await Promise.all(chosen.map(readFile));
      setProblem(null);
      if (read.length > 0) {
        onChange(isMany ? [...files, ...read] : read.slice(0, 1));
      }
    } catch {
      setProblem("The file could not be read. Choose it again.");
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isDisabled) {
      void add([...event.dataTransfer.files]);
    }
  };
  const choose = files.length === 0 ? "Choose a file" : isMany ? "Add a file" : "Choose another file";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button inside does the same by keyboard.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!isDisabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Stack gap={8}>
        {files.map((file, index) => (
          <ChosenFile
            // biome-ignore lint/suspicious/noArrayIndexKey: Two files may be the same.
            key={index}
            file={file}
            label={label}
            isDisabled={isDisabled}
            remove={() => {
              onChange(files.toSpliced(index, 1));
              document.getElementById(id)?.focus();
            }}
          />
        ))}
        <Group gap={10}>
          <FileButton
            resetRef={reset}
            onChange={(chosen) => void add(Array.isArray(chosen) ? chosen : chosen === null ? [] : [chosen])}
            multiple={isMany}
            disabled={isDisabled}
          >
            {(button) => (
              <Button
                {...button}
                id={id}
                size="xs"
                variant="default"
                disabled={isDisabled}
                leftSection={<Icon name="upload" size={14} />}
                aria-label={`${choose} for ${label}`}
                aria-describedby={describedBy(id, description, errors)}
              >
                {choose}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" className={classes.hint}>
            or drag it here
          </Text>
        </Group>
        {problem !== null && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </div>
  );
}

interface ChosenFileProps {
  file: FileValue;
  /** Names a file without a name. */
  label: string;
  isDisabled: boolean;
  remove(): void;
}

function ChosenFile({ file, label, isDisabled, remove }: ChosenFileProps): ReactNode {
  return (
    <Group gap={8} wrap="nowrap">
      <Icon name="file-text" size={16} />
      <Text size="sm" fw={550} className={classes.name}>
        {file.fileName ?? "Content"}
      </Text>
      <Text size="xs" c="dimmed" style={{ flex: "none" }}>
        {formatSize(countBytes(file.base64))}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        ml="auto"
        aria-label={`Remove ${file.fileName ?? label}`}
        disabled={isDisabled}
        onClick={remove}
      >
        <Icon name="x" size={15} />
      </ActionIcon>
    </Group>
  );
}

async function readFile(file: File): Promise<FileValue> {
  const base64 = await readBase64(file);
  return { fileName: file.name, ...(file.type !== "" && { contentType: file.type }), base64 };
}
