import { setTimeout as delay } from "node:timers/promises";
import { type Application, type Bowline, NotFoundError } from "@bowline/sdk";

const pauseMs = 1000;
/** A first start may take as long to install the built-in applications. */
const longestMs = 120_000;

/**
 * Reads an application. Waits for a built-in one that the server is still installing.
 *
 * @param show replaces what the terminal says meanwhile
 */
export async function awaitApplication(
  { applications }: Bowline,
  slug: string,
  show: (text: string) => void,
): Promise<Application> {
  const begin = performance.now();
  while (true) {
    try {
      return await applications.get(slug);
    } catch (error) {
      if (!isAwaited(error) || performance.now() - begin > longestMs) {
        throw error;
      }
    }
    show(`Waiting until the server has installed ${slug}`);
    await delay(pauseMs);
  }
}

const isAwaited = (error: unknown): boolean =>
  error instanceof NotFoundError && error.message.includes(" is not installed yet.");
