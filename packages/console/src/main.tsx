import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./theme.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { readNonce } from "./nonce.ts";
import { createConsoleRouter } from "./routes.tsx";
import { cssVariables, theme } from "./theme.ts";

const root = document.getElementById("root");
if (root !== null) {
  const queryClient = createQueryClient();
  const nonce = readNonce();
  setNonce(nonce);
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={createConsoleRouter(queryClient)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
