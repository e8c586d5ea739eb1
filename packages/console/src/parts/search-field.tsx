import { CloseButton, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../icons/icon.tsx";

interface SearchFieldProps {
  /** The field's accessible name. */
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
}

/** A search is part of the address, which a server takes up to a length. In other scripts it is ten times as long there. */
export const maxSearchLength = 500;

/** The width of a choice beside a search: two of them share a line of a phone. */
export const filterWidth = { flex: "1 1 140px", maw: 190 };

/**
 * A field that filters what is on the page. It keeps its own text, because an address changes a moment after a key was pressed, and
 * the caret would jump to the end.
 */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps): ReactNode {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  /** What was typed and has not come back as the value yet. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const place = pending.current.indexOf(value);
    pending.current = place === -1 ? [] : pending.current.slice(place + 1);
    if (place === -1) {
      setText(value);
    }
  }, [value]);
  const change = (next: string) => {
    pending.current.push(next);
    setText(next);
    onChange(next);
  };
  const clear = () => {
    change("");
    // The button, which had the focus, is gone.
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      aria-label={label}
      data-filter
      placeholder={placeholder}
      maxLength={maxSearchLength}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={text === "" ? null : <CloseButton size="sm" aria-label="Clear" onClick={clear} />}
      flex="1 1 220px"
      maw={420}
    />
  );
}
