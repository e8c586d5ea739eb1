import { type CookieJar, createCookieJar } from "./cookie-jar.ts";
import { type Page, type PageForm, readPage, type SubmitControl } from "./page.ts";

/** A browser without JavaScript: stores cookies, follows redirects, sends forms. */
export interface FormBrowser {
  cookies: CookieJar;
  /** Opens an address as if typed in. */
  open(url: string): Promise<Page>;
  /** Presses the first control whose text or value matches. `values` replace form values. */
  press(page: Page, control: RegExp, values?: Record<string, string>): Promise<Page>;
  /** Sends exactly these values to the action of the page's first form. */
  send(page: Page, values: Record<string, string>): Promise<Page>;
  /** Every address visited, redirects included. */
  visited: string[];
  /** Addresses that are not opened. Navigation stops with an empty page that has the address as its `url`. */
  stopBefore: RegExp | null;
  /** Sent with every request, such as what a proxy adds. */
  headers: Record<string, string>;
}

interface Navigation {
  url: URL;
  method: string;
  body: string | null;
  /** Hosts visited so far, the page's own first. */
  trail: string[];
  origin: string | null;
}

const redirectsAtMost = 20;

export function createFormBrowser(): FormBrowser {
  const cookies = createCookieJar();
  const visited: string[] = [];
  const browser: FormBrowser = {
    cookies,
    visited,
    stopBefore: null,
    headers: {},
    open: (url) => navigate({ url: new URL(url), method: "GET", body: null, trail: [], origin: null }),
    press(page, wanted, values = {}) {
      const { form, control } = findControl(page, wanted);
      const given = form.values.map(([name, value]): [string, string] => [name, values[name] ?? value]);
      const pressed: [string, string][] = control.name === null ? [] : [[control.name, control.value]];
      return submit(page, form, [...given, ...pressed]);
    },
    send(page, values) {
      const [form] = page.forms;
      if (!form) {
        throw new Error(`There is no form on ${page.url}: ${page.text}`);
      }
      return submit(page, form, Object.entries(values));
    },
  };
  return browser;

  function submit(page: Page, form: PageForm, values: [string, string][]): Promise<Page> {
    const url = new URL(form.action);
    const encoded = new URLSearchParams(values).toString();
    const isPost = form.method === "POST";
    if (!isPost) {
      url.search = encoded;
    }
    return navigate({
      url,
      method: isPost ? "POST" : "GET",
      body: isPost ? encoded : null,
      trail: [new URL(page.url).hostname],
      origin: isPost ? readOrigin(page) : null,
    });
  }

  async function navigate(start: Navigation): Promise<Page> {
    let { url, method, body, origin } = start;
    const trail = [...start.trail];
    for (let count = 0; count < redirectsAtMost; count++) {
      if (browser.stopBefore?.test(url.href)) {
        return readPage(url.href, 0, new Headers(), "");
      }
      visited.push(url.href);
      const isCrossSite = trail.some((host) => host !== url.hostname);
      const cookie = cookies.write({ url, method, isCrossSite });
      const response = await fetch(url, {
        method,
        redirect: "manual",
        body,
        headers: {
          accept: "text/html",
          "sec-fetch-site": trail.length === 0 ? "none" : isCrossSite ? "cross-site" : "same-origin",
          "sec-fetch-mode": "navigate",
          ...(body !== null && { "content-type": "application/x-www-form-urlencoded" }),
          ...(origin !== null && { origin }),
          ...(cookie !== "" && { cookie }),
          ...browser.headers,
        },
      });
      cookies.store(url, response.headers.getSetCookie());
      const location = response.headers.get("location");
      if (location === null || response.status < 300 || response.status >= 400) {
        return readPage(url.href, response.status, response.headers, await response.text());
      }
      await response.arrayBuffer();
      trail.push(url.hostname);
      url = new URL(location, url);
      if (response.status !== 307 && response.status !== 308) {
        [method, body, origin] = ["GET", null, null];
      }
    }
    throw new Error(`More than ${redirectsAtMost} redirects; the last one was to ${url}.`);
  }
}

/** The Origin header of a sent form. It is the text `null` when the page sends no referrer (Fetch §3.1). */
function readOrigin(page: Page): string {
  return /^no-referrer$/i.test(page.headers.get("referrer-policy") ?? "") ? "null" : new URL(page.url).origin;
}

function findControl(page: Page, wanted: RegExp): { form: PageForm; control: SubmitControl } {
  for (const form of page.forms) {
    const control = form.controls.find(({ text, value }) => wanted.test(text) || wanted.test(value));
    if (control) {
      return { form, control };
    }
  }
  throw new Error(`No control on ${page.url} (${page.status}) matches ${wanted}: ${page.text}`);
}
