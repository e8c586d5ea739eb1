import { needsChromium } from "@bowline/acceptance/chromium.ts";
import { createFormBrowser } from "@bowline/acceptance/form-browser.ts";
import { startServerOnDatabase } from "@bowline/acceptance/shared-database.ts";
import type { StartedServer } from "@bowline/acceptance/start-server.ts";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe } from "vitest";
import { testInBrowser } from "./browser.ts";

export type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Somebody with a password. */
export interface Person {
  email: string;
  password: string;
}

/** A server with the built console, and its company. */
export interface World {
  server: StartedServer;
  baseUrl: string;
  admin: Person;
  /** The cookies of everybody who has signed in, by e-mail address. */
  sessions: Map<string, StorageState>;
  browser: Browser;
  /** What a test has left behind, clean, for the next one. */
  sparePages: Page[];
  /**
   * Calls the API with the Admin's key.
   *
   * @throws when the status is not 2xx
   */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Adds a person to the company who has accepted the invitation. */
  hire(member?: {
    fullName?: string;
    role?: "Admin" | "Member";
  }): Promise<Person & { accountUserId: number }>;
}

const admin: Person = { email: "admin@example.com", password: "plain words that nobody else took" };

/**
 * A group of tests in a browser. It is skipped when no Chromium is installed; `npm test` names that at its end, and CI requires it.
 *
 * @param body gets the world, which is filled in before the first test
 * @param settings of the server, such as `BOWLINE_BUILT_INS`
 */
export function describeConsole(
  name: string,
  body: (world: World) => void,
  settings: Record<string, string> = {},
): void {
  describe.skipIf(!needsChromium())(name, () => {
    const world = {} as World;
    testInBrowser.beforeAll(async ({ browser }) => {
      Object.assign(world, { browser, sparePages: [] }, await openWorld(settings));
    });
    afterAll(async () => {
      for (const page of world.sparePages ?? []) {
        await page.context().close();
      }
      await world.server?.[Symbol.asyncDispose]();
    });
    body(world);
  });
}

async function openWorld(settings: Record<string, string>): Promise<Omit<World, "browser" | "sparePages">> {
  const server = await startServerOnDatabase({
    BOWLINE_CONSOLE: "on",
    BOWLINE_ADMIN_EMAIL: admin.email,
    BOWLINE_ADMIN_PASSWORD: admin.password,
    ...settings,
  });
  const { baseUrl, adminApiKey } = server;
  let hired = 0;

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { "x-api-key": adminApiKey, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return text === "" ? (null as Body) : JSON.parse(text);
  }

  return {
    server,
    baseUrl,
    admin,
    sessions: new Map(),
    call,
    async hire({ fullName = "Robin Example", role = "Member" } = {}) {
      hired++;
      const person = { email: `robin${hired}@example.com`, password: admin.password };
      const { accountUserId, invitationUrl } = await call<{ accountUserId: number; invitationUrl: string }>(
        "POST",
        "/v1/members",
        { kind: "person", fullName, role, email: person.email },
      );
      const browser = createFormBrowser();
      await browser.press(await browser.open(invitationUrl), /accept/i, { password: person.password });
      return { ...person, accountUserId };
    },
  };
}
