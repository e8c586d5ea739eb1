import { Button, Stack } from "@mantine/core";
import { useId } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

interface MoreOptionsProps {
  isOpen: boolean;
  toggle(): void;
  /** How many options are set, which a closed part says. */
  setCount: number;
  children: ReactNode;
}

/** The part of a form that few need. What is filled in stays there while it is closed. */
export function MoreOptions({ isOpen, toggle, setCount, children }: MoreOptionsProps): ReactNode {
  const id = useId();
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Icon name={isOpen ? "chevron-down" : "chevron-right"} size={15} />}
        style={{ alignSelf: "flex-start", marginLeft: -8 }}
        onClick={toggle}
      >
        More options{!isOpen && setCount > 0 && ` (${setCount} set)`}
      </Button>
      <Stack gap="md" id={id} display={isOpen ? undefined : "none"}>
        {children}
      </Stack>
    </Stack>
  );
}
