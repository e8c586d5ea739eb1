import { CloseButton, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

interface SearchFieldProps {
  /** The field's accessible name. */
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
}

/** A field that filters what is on the page. */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps): ReactNode {
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        value === "" ? null : <CloseButton size="sm" aria-label="Clear" onClick={() => onChange("")} />
      }
      flex="1 1 220px"
      maw={420}
    />
  );
}
