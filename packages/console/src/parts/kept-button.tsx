import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";

interface KeptButtonProps extends Omit<ButtonProps, "disabled" | "loading"> {
  type?: "submit";
  /** Whether there is nothing to do now. */
  isIdle: boolean;
  /** Whether it is doing it. Default: no. */
  isBusy?: boolean;
  onClick?(): void;
}

/** A button that keeps the focus when it has done all that it can; a browser takes the focus from one that is disabled. */
export function KeptButton({ isIdle, isBusy = false, onClick, ...props }: KeptButtonProps): ReactNode {
  const click = (event: MouseEvent) => {
    if (isIdle || isBusy) {
      event.preventDefault();
    } else {
      onClick?.();
    }
  };
  return (
    <Button
      {...props}
      {...(isBusy && { leftSection: <Loader size={14} color="currentColor" /> })}
      data-disabled={isIdle}
      aria-disabled={isIdle || isBusy || undefined}
      onClick={click}
    />
  );
}
