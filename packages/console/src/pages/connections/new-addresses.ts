import type { Connection } from "@bowline/sdk";

/** Whether a connection has stopped because its application moved: the credentials go to the new address only when the owner confirms it (decisions D73). */
export const hasNewAddress = ({ status, statusReason }: Connection): boolean =>
  status === "error" && listNewAddresses(statusReason ?? "").length > 0;

const jsonText = /"(?:[^"\\]|\\.)*"/.source;
/** The last one: an address before it may contain anything. */
const member = new RegExp(`.*"confirmOrigins": (\\[${jsonText}(?:,${jsonText})*\\])`, "s");

/** Lists the addresses of a text that asks for a confirmation. It ends with the request's member that names them. */
export function listNewAddresses(text: string): string[] {
  const [, list] = member.exec(text) ?? [];
  return list === undefined ? [] : JSON.parse(list);
}
