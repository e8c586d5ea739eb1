import type { Connection } from "@bowline/sdk";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { findEntryBeside } from "../../parts/find-entry-beside.ts";
import { describeActionError } from "../../parts/problem.tsx";
import { findLastButton, findMenuButton, takeLostFocus } from "../../parts/take-lost-focus.ts";

/** What can be done with a connection at once, without a dialog. A notification says how it went. */
export function useConnectionActions({ connectionId, isDefault, name, applicationName }: Connection) {
  const queryClient = useQueryClient();
  const isRunning = useRef(false);
  const run = async (call: () => Promise<{ color: string; message: string }>) => {
    // Pressed again before it is done.
    if (isRunning.current) {
      return;
    }
    isRunning.current = true;
    const pressed = document.activeElement;
    const beside = findEntryBeside(findMenuButton(pressed) ?? pressed);
    try {
      notifications.show({ title: name, ...(await call()) });
    } catch (error) {
      notifications.show({ color: "red", title: name, message: describeActionError(error) });
    }
    await refreshConnections(queryClient);
    isRunning.current = false;
    // When somebody else has deleted the connection, the buttons are gone with it.
    takeLostFocus(findLastButton(beside));
  };
  const test = () =>
    run(async () => {
      const { isSuccess, message } = await bowline.connections.test(connectionId);
      return { color: isSuccess === false ? "red" : "teal", message };
    });
  const changeDefault = () =>
    run(async () => {
      await (isDefault
        ? bowline.connections.clearDefault(connectionId)
        : bowline.connections.setDefault(connectionId));
      return {
        color: "teal",
        message: isDefault
          ? `It is no longer the default for ${applicationName}.`
          : `It is the default for ${applicationName} now.`,
      };
    });
  return { test, changeDefault };
}
