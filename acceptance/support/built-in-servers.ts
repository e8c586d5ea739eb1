import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Caller, succeed } from "./caller.ts";
import type { Application, ListOf } from "./records.ts";

/** Where the suite keeps what built-in applications are made of, so that it is downloaded once. */
export const cacheDir: string = join(import.meta.dirname, "../../.cache/acceptance");

/** A stand-in for the servers of GitHub and Slack. */
export interface ProviderDouble {
  origin: string;
  /** `METHOD /path` with the credential of each request, oldest first. */
  arrived: { target: string; authorization: string }[];
  stop(): Promise<void>;
}

/** Starts one. Its GitHub is below `/api/v3`, and its Slack refuses every call with status 200. */
export async function startProviderDouble(): Promise<ProviderDouble> {
  const double: ProviderDouble = {
    origin: "",
    arrived: [],
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://double");
    double.arrived.push({
      target: `${request.method} ${pathname}`,
      authorization: request.headers.authorization ?? "",
    });
    const body = pathname.startsWith("/api/v3")
      ? { login: "octocat", full_name: "octo/hello", id: 1 }
      : { ok: false, error: "channel_not_found" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  double.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

/** A file of the operator. */
export async function writeOperatorFile(content: unknown): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-operator-"));
  const path = join(folder, "applications.json");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Waits until so many applications are in the catalog. @throws Error after three minutes */
export async function waitForApplications(caller: Caller, count: number): Promise<Application[]> {
  for (let left = 900; left > 0; left--) {
    const { items } = await succeed<ListOf<Application>>(caller.get("/v1/applications"));
    if (items.length === count) {
      return items;
    }
    await delay(200);
  }
  throw new Error(`There are no ${count} applications after three minutes.`);
}
