import { Spoiler } from "@mantine/core";
import type { ReactNode } from "react";
import { renderInline } from "../form/description.tsx";
import classes from "./long-description.module.css";

/** Three lines of `.description`. */
const closedPx = 75;

/** A description from an API's document at the top of a page. What is longer than three lines is shown when somebody asks for it. */
export function LongDescription({ text }: { text: string }): ReactNode {
  return (
    <Spoiler
      maxHeight={closedPx}
      showLabel="Show all"
      hideLabel="Show less"
      transitionDuration={0}
      className={classes.description}
    >
      <div dir="auto">{renderInline(text)}</div>
    </Spoiler>
  );
}
