import type { Session } from "../../session.ts";

export interface KeyFlags {
  toolset?: string;
  readOnly?: boolean;
  expires?: string;
  member?: number;
}

/** Creates a key and prints it. No later command can show it. */
export async function createKey(
  { bowline, output, wait }: Session,
  name: string,
  { toolset, readOnly, expires, member }: KeyFlags,
): Promise<void> {
  const key = await wait("Creating the key", () =>
    bowline().apiKeys.create({
      name,
      toolsetId: toolset,
      readOnly,
      expiresDate: expires,
      accountUserId: member,
    }),
  );
  output.printRecord(key, {
    id: ({ apiKeyId }) => apiKeyId,
    name: (one) => one.name,
    key: ({ apiKey }) => apiKey,
  });
  if (output.isTerminal && !output.isJson) {
    output.note("Keep the key now. It is not shown again.");
  }
}
