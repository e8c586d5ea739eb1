import type { Page } from "playwright-core";
import { findBrowser } from "./browser.ts";
import { BrowserLog } from "./browser-log.ts";
import type { Person, World } from "./world.ts";

/** The console in a browser context of its own. */
export interface OpenedConsole extends AsyncDisposable {
  page: Page;
  log: BrowserLog;
}

export interface ConsoleOptions {
  /** Below the server's address. Default: `/console/`. */
  path?: string;
  /** Who signs in. Default: the Admin; null: nobody. */
  person?: Person | null;
  /** Default: 1280. */
  width?: number;
  colorScheme?: "light" | "dark";
  /** Lines of the browser's log that the test provokes. */
  except?: readonly RegExp[];
}

const height = 800;
/** Without a session the console asks for a token in vain, and the browser notes that. */
const signedOut = /status of 401 .*\/session\/token/;

/**
 * Opens a page of the console: `await using opened = await openConsole(world)`. A person signs in over the sign-in page the first time,
 * and has the cookies of that session afterwards; a test that ends the session calls `world.sessions.clear()`. At the end of
 * its block it fails when the browser's log has a line.
 */
export async function openConsole(world: World, options: ConsoleOptions = {}): Promise<OpenedConsole> {
  const { path = "/console/", person = world.admin, width = 1280, colorScheme = "light" } = options;
  const browser = await findBrowser();
  const storageState = person === null ? undefined : world.sessions.get(person.email);
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    baseURL: world.baseUrl,
    ...(storageState !== undefined && { storageState }),
  });
  const page = await context.newPage();
  const log = new BrowserLog(page);
  if (person === null || storageState !== undefined) {
    await page.goto(path);
  } else {
    await page.goto(`/signin?${new URLSearchParams({ returnTo: path })}`);
    await signIn(page, person);
    await page.waitForURL((url) => !url.pathname.startsWith("/signin"));
    world.sessions.set(person.email, { cookies: await context.cookies(), origins: [] });
  }
  return {
    page,
    log,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      log.expectNone([signedOut, ...(options.except ?? [])]);
    },
  };
}

/** Fills in the sign-in page that a browser shows. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
