import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { focusField } from "./focus-field.ts";
import type { Path } from "./values.ts";

interface Opening {
  isOpened: boolean;
  open(): void;
  close(): void;
}

/** The state of a value whose fields are shown when they are wanted. The first of them then gets the focus. */
export function useOpening(path: Path, isOpenAtFirst: boolean): Opening {
  const [isOpened, setIsOpened] = useState(isOpenAtFirst);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (wantsFocus.current) {
      wantsFocus.current = false;
      focusField(path);
    }
  });
  return {
    isOpened,
    open() {
      wantsFocus.current = true;
      setIsOpened(true);
    },
    close: () => setIsOpened(false),
  };
}

interface OpenButtonProps {
  label: string;
  isDisabled: boolean;
  open(): void;
}

/** Stands where the fields will be. */
export function OpenButton({ label, isDisabled, open }: OpenButtonProps): ReactNode {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={14} />}
      disabled={isDisabled}
      onClick={open}
    >
      Add {label}
    </Button>
  );
}
