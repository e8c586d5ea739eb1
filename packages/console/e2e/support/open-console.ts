import type { Page } from "playwright-core";
import { BrowserLog } from "./browser-log.ts";
import { goInside } from "./go-inside.ts";
import { tellWhenFailed } from "./tell-when-failed.ts";
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
  /**
   * Whether it gets a browser context of its own, with an empty cache. For tests that take over the time, add scripts, or measure.
   * Default: no, then it gets the page that the test before has left.
   */
  isAlone?: boolean;
  /**
   * Whether the console is loaded for it. Default: no, then the page may have been there before, without anything of the test before;
   * loading takes most of the processor time of a small test. For tests of what happens at the beginning.
   */
  isLoaded?: boolean;
  /** Whether the test leaves something in the page that only loading it takes away, such as a listener. */
  spoilsPage?: boolean;
  /** Whether things move as people see them. Default: no, as for people who want that; it takes much processor time. */
  hasMotion?: boolean;
  /** Lines of the browser's log that the test provokes. */
  except?: readonly RegExp[];
}

const height = 800;
/** For every step in a page. Far more than is needed: a loaded machine is no failure. */
const stepTimeoutMs = 120_000;
/** Without a session the console asks for a token and gets none, and the browser notes that. */
const signedOut = /status of 401 .*\/session\/token/;

/**
 * Opens a page of the console: `await using opened = await openConsole(world)`. A person signs in over the sign-in page the first time,
 * and has the cookies of that session afterward; a test that ends the session calls `world.sessions.clear()`. At the end of
 * its block it fails when the browser's log has a line.
 */
export async function openConsole(world: World, options: ConsoleOptions = {}): Promise<OpenedConsole> {
  const { path = "/console/", person = world.admin, width = 1280, colorScheme = "light" } = options;
  const storageState = person === null ? undefined : world.sessions.get(person.email);
  const page = (options.isAlone ? undefined : world.sparePages.pop()) ?? (await openPage(world));
  const isThere =
    !options.isLoaded &&
    path.startsWith("/console/") &&
    person !== null &&
    resting.get(page) === person.email;
  if (resting.delete(page) && !isThere) {
    await leaveConsole(page);
  }
  const context = page.context();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: options.hasMotion ? null : "reduce" });
  if (storageState !== undefined && !isThere) {
    await context.addCookies(storageState.cookies);
  }
  const log = new BrowserLog(page);
  const telling = tellWhenFailed(page);
  if (isThere) {
    await goInside(page, path.slice("/console".length));
  } else if (person === null || storageState !== undefined) {
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
      await telling.read();
      if (options.isAlone || page.isClosed() || world.sparePages.length > 0) {
        await context.close();
      } else {
        await cleanPage(page);
        const isOpen = person !== null && world.sessions.has(person.email) && !options.spoilsPage;
        if (isOpen && (await restInside(page, world.baseUrl))) {
          resting.set(page, person.email);
        } else {
          await leaveConsole(page);
        }
        world.sparePages.push(page);
      }
      log.stop();
      log.expectNone([signedOut, ...(options.except ?? [])]);
    },
  };
}

async function openPage(world: World): Promise<Page> {
  const context = await world.browser.newContext({ baseURL: world.baseUrl });
  context.setDefaultTimeout(stepTimeoutMs);
  return context.newPage();
}

/** Pages in which the console is open and shows nothing, with the e-mail address of the person. */
const resting = new WeakMap<Page, string>();

/** Leaves nothing of a test in a page and its context but the console, its session and the browser's cache. */
async function cleanPage(page: Page): Promise<void> {
  for (const other of page.context().pages()) {
    if (other !== page) {
      await other.close();
    }
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(-1, -1);
}

/** A new page costs half a second of processor time. */
async function leaveConsole(page: Page): Promise<void> {
  // A page of the same origin without scripts: nothing writes into the storage any more.
  await page.goto("/health/live");
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

/** What the console's router leaves in the page. */
interface RouterWindow {
  __TSR_ROUTER__?: {
    options: { context: { queryClient: { removeQueries(filters: object): void; isMutating(): number } } };
  };
}

/**
 * Leads a console to an address that has no page, and lets it forget what it has read and shown. Returns whether that was possible: the
 * page may be another one, or hold what was entered.
 */
async function restInside(page: Page, baseUrl: string): Promise<boolean> {
  if (!page.url().startsWith(`${baseUrl}/console/`)) {
    return false;
  }
  await goInside(page, "/rest");
  return page.evaluate(async () => {
    const { queryClient } = (window as RouterWindow).__TSR_ROUTER__?.options.context ?? {};
    const isEmpty = () =>
      window.location.pathname === "/console/rest" &&
      document.querySelector("main h1")?.textContent === "Not found" &&
      document.querySelector("[role=dialog], [role=menu], .mantine-Notification-root") === null;
    for (let frames = 0; frames < 120 && !isEmpty(); frames++) {
      for (const button of document.querySelectorAll<HTMLElement>(".mantine-Notification-closeButton")) {
        button.click();
      }
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
    if (!isEmpty() || queryClient === undefined || queryClient.isMutating() > 0) {
      return false;
    }
    queryClient.removeQueries({ type: "inactive" });
    localStorage.clear();
    sessionStorage.clear();
    return true;
  });
}

/** Fills in the sign-in page that a browser shows. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
