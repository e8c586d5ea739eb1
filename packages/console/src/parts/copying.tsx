import { notifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { copyText } from "./copy-text.ts";

interface CopyingProps {
  value: string;
  children(button: { copied: boolean; copy(): void }): ReactNode;
}

const shownMs = 2000;

/** A button that copies a text, and shows for a moment that it did. */
export function Copying({ value, children }: CopyingProps): ReactNode {
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async () => {
    const isCopied = await copyText(value);
    setCopied(isCopied);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), shownMs);
    if (!isCopied) {
      notifications.show({
        color: "red",
        message: "The browser copied nothing. Select the text and copy it.",
      });
    }
  };
  return children({ copied, copy: () => void copy() });
}
