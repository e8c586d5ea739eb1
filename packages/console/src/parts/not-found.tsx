import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Empty } from "./empty.tsx";
import { Page } from "./page.tsx";

/** Shown for an address that leads nowhere. */
export function NotFound(): ReactNode {
  return (
    <Page title="Not found">
      <Empty
        icon="circle-help"
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/">
            Go to Home
          </Button>
        }
      >
        The link may be old, or what it led to was deleted.
      </Empty>
    </Page>
  );
}
