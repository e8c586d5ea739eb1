import type { Connection } from "@bowline/sdk";

/** Whether a connection has stopped because its application moved: the credentials go to the new address only when the owner confirms it (decisions D73). */
export const hasNewAddress = ({ status, statusReason }: Connection): boolean =>
  status === "error" && statusReason?.includes("confirmOrigins") === true;
