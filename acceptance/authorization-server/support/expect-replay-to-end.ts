import { expect } from "vitest";

/**
 * Uses a code or refresh token again until its tokens are refused. On a busy machine a use that comes at once may still count as one
 * beside the first, which ends nothing (decisions D56).
 *
 * @param callWithToken returns the status of a call with an access token of the grant
 */
export async function expectReplayToEnd(
  useAgain: () => Promise<unknown>,
  callWithToken: () => Promise<number>,
): Promise<void> {
  const replay = async () => {
    await useAgain();
    return callWithToken();
  };
  await expect.poll(replay, { timeout: 60_000 }).toBe(401);
}
