import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { isMac } from "./is-mac.ts";
import classes from "./search-button.module.css";

interface SearchButtonProps {
  /** The small one of the header. */
  isCompact?: boolean;
  open(): void;
}

/** Opens the command palette. */
export function SearchButton({ isCompact = false, open }: SearchButtonProps): ReactNode {
  return (
    <button type="button" className={classes.button} data-compact={isCompact || undefined} onClick={open}>
      <Icon name="search" size={15} />
      Search
      {!isCompact && <kbd className={classes.keys}>{isMac ? "⌘ K" : "Ctrl K"}</kbd>}
    </button>
  );
}
