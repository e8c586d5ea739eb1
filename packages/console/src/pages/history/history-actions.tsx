import { Button, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";

interface HistoryActionsProps {
  isLive: boolean;
  setIsLive(isLive: boolean): void;
  /** Saves the calls as a file; null: there are none. */
  download: ((format: "csv" | "json") => void) | null;
}

/** What the history's page can do, beside its title. */
export function HistoryActions({ isLive, setIsLive, download }: HistoryActionsProps): ReactNode {
  return (
    <>
      <Switch
        label="Live"
        checked={isLive}
        onChange={(event) => setIsLive(event.currentTarget.checked)}
        me="sm"
      />
      <Button
        variant="default"
        leftSection={<Icon name="download" size={16} />}
        onClick={() => download?.("csv")}
        disabled={download === null}
      >
        CSV
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="braces" size={16} />}
        onClick={() => download?.("json")}
        disabled={download === null}
      >
        JSON
      </Button>
    </>
  );
}
