import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { readNonce } from "./nonce.ts";
import { reloadForMissingParts } from "./reload-for-missing-parts.ts";
import { createConsoleRouter } from "./routes.tsx";
import { cssVariables, theme } from "./theme.ts";

// Shown after the first paint. What was announced before is not lost.
const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

const root = document.getElementById("root");
if (root !== null) {
  const queryClient = createQueryClient();
  const nonce = readNonce();
  setNonce(nonce);
  reloadForMissingParts();
  createRoot(root).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications position="bottom-right" />
        </Suspense>
        <RouterProvider router={createConsoleRouter(queryClient)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
