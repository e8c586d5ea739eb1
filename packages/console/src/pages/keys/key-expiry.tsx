import type { ApiKey } from "@bowline/sdk";
import type { ReactNode } from "react";
import { When } from "../../parts/when.tsx";
import { readServerTime } from "../../session/server-clock.ts";

/** Whether a key's last day has passed, by the server's clock. */
export const hasEnded = ({ expiresDate }: ApiKey): boolean =>
  expiresDate !== null && Date.parse(expiresDate) <= readServerTime();

/** Says when a key ends that has not ended yet. */
export const describeExpiry = ({ expiresDate }: ApiKey): ReactNode =>
  expiresDate === null ? (
    <span style={{ whiteSpace: "nowrap" }}>never ends</span>
  ) : (
    <span style={{ whiteSpace: "nowrap" }}>
      ends <When date={expiresDate} />
    </span>
  );
