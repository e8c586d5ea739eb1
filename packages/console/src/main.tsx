import "@mantine/core/styles.css";
import "./theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { readNonce } from "./nonce.ts";
import { createConsoleRouter } from "./routes.tsx";
import { followSignOut } from "./session/sign-out.ts";
import { watchWork } from "./session/unsaved-work.ts";
import { ignoreSecondClicks } from "./shell/ignore-second-clicks.ts";
import { printLight } from "./shell/print-light.ts";
import { theme } from "./theme.ts";

const root = document.getElementById("root");
if (root !== null) {
  const queryClient = createQueryClient();
  const nonce = readNonce();
  setNonce(nonce);
  watchWork();
  ignoreSecondClicks();
  followSignOut();
  printLight();
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createConsoleRouter(queryClient)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
