import { expect } from "vitest";
import { uniqueName } from "../actors.ts";
import type { ApiResponse } from "../caller.ts";
import type { Downstream } from "../downstream.ts";
import type { JsonObject } from "../records.ts";
import type { DoorCall, DoorVerdict } from "./model.ts";
import {
  type DoorConnection,
  type DoorCredential,
  type DoorOwner,
  type DoorTool,
  type DoorToolset,
  type DoorWorld,
  doorOperations,
} from "./world.ts";

/** Numbers that a step chooses by; each is taken modulo the length of the list in question. */
export interface DoorStep {
  credential: number;
  tool: number;
  toolset: number;
  connection: number;
  result: number;
  variant: number;
  idempotency: number;
  byName: boolean;
  isNewest: boolean;
  isDryRun: boolean;
}

export interface Ran {
  historyId: number;
  marker: string;
  owner: DoorCredential["owner"];
  toolset: DoorToolset | null;
  tool: DoorTool;
  connection: DoorConnection;
}

/** What has happened in a world so far, and what holds for every response of every door. */
export class DoorRun {
  readonly world: DoorWorld;
  readonly downstream: Downstream;
  readonly ran: Ran[] = [];
  /** Keys of approved calls that have not run yet. */
  readonly approved = new Set<string>();
  /** Responses by credential and idempotency key. */
  readonly stored = new Map<string, { request: string; text: string }>();
  /** The newest call that was held back. */
  asked: { id: string; key: string; owner: DoorOwner } | null = null;

  constructor(world: DoorWorld, downstream: Downstream) {
    this.world = world;
    this.downstream = downstream;
  }

  /** No response tells an agent of anything outside of its walls, except what it said itself. */
  checkHints(credential: DoorCredential, asking: string, text: string, mayShow: string[] = []): void {
    const { toolset } = credential;
    const foreign = [
      ...this.world.connections.filter(({ owner }) => owner !== credential.owner).map(({ name }) => name),
      ...this.world.toolsets
        .filter(({ owner }) => owner !== credential.owner)
        .flatMap(({ toolsetId, presets, names }) => [toolsetId, ...readValues(presets), ...names.values()]),
    ];
    const outside = toolset === null ? [] : this.listOutside(toolset);
    const results = this.ran.map(({ marker }) => marker).filter((marker) => !mayShow.includes(marker));
    const shown = [...foreign, ...outside, ...results].filter(
      (marker) => contains(text, marker) && !contains(asking, marker),
    );
    expect(shown, `${credential.label}: ${asking} -> ${text.slice(0, 2000)}`).toEqual([]);
  }

  /** What an agent of a toolset must not learn: connections by name, presets, and what is in neither its entries nor its settings. */
  listOutside(toolset: DoorToolset): string[] {
    const { entries, names, presets } = toolset;
    const isInside = ({ slug }: DoorTool) =>
      names.has(slug) || presets.has(slug) || entries.some(({ slugs }) => slugs.has(slug));
    const applications = entries.map(({ connection }) => connection.applicationSlug);
    return [
      ...this.world.connections.map(({ name }) => name),
      ...this.world.toolsets.flatMap((one) => readValues(one.presets)),
      ...this.world.toolsets.filter((one) => one !== toolset).map(({ toolsetId }) => toolsetId),
      ...this.world.tools.filter((tool) => !isInside(tool)).map(({ slug }) => slug),
      ...this.world.applications.map(({ slug }) => slug).filter((slug) => !applications.includes(slug)),
    ];
  }

  /** The API takes keys and tokens of its own only. */
  isRefusedAtDoor({ resource }: DoorCredential, response: ApiResponse): boolean {
    if (resource === null || resource === "/v1") {
      return false;
    }
    expect(response.status, response.text).toBe(401);
    return true;
  }

  async read(
    credential: DoorCredential,
    path: string,
    query: Record<string, string | number> = {},
    mayShow: string[] = [],
  ): Promise<ApiResponse> {
    const response = await credential.api.get(path, query);
    this.checkHints(credential, JSON.stringify([path, query]), response.text, mayShow);
    return response;
  }

  /** What must have arrived downstream, and nothing else. */
  checkArrived(connection: DoorConnection | null, sent: JsonObject = {}): void {
    const secret = Object.values(connection?.secrets ?? {})[0];
    expect(this.downstream.requests.map(({ headers }) => headers.authorization)).toEqual(
      connection === null ? [] : [`Bearer ${secret}`],
    );
    const arrived = this.downstream.requests[0];
    const text = arrived === undefined ? "" : `${arrived.query} ${arrived.path} ${arrived.body.toString()}`;
    for (const value of Object.values(sent)) {
      expect(text).toContain(String(value));
    }
  }

  /** A call that was approved runs once. */
  settle(verdict: DoorVerdict): DoorVerdict {
    return verdict.kind === "held" && this.approved.has(verdict.key) ? { ...verdict, kind: "runs" } : verdict;
  }

  /** A call that ran, and the text of its result. */
  note(
    call: DoorCall,
    verdict: Extract<DoorVerdict, { kind: "runs" }>,
    marker: string,
    historyId: unknown,
  ): void {
    this.approved.delete(verdict.key);
    const { connection, toolset } = verdict;
    const { tool, credential } = call;
    this.ran.push({
      historyId: Number(historyId),
      marker,
      owner: credential.owner,
      toolset,
      tool,
      connection,
    });
  }

  /** Lets the next call return a text that no other result holds. */
  prepareOutput(): string {
    const marker = uniqueName("output");
    this.downstream.forget();
    this.downstream.items = [{ name: marker }];
    this.downstream.anything = { marker };
    return marker;
  }
}

export const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

export const pickOrNone = <Item>(items: readonly Item[], at: number): Item | null =>
  items[at % (items.length * 2)] ?? null;

export const readName = (toolset: DoorToolset, { slug }: DoorTool): string => toolset.names.get(slug) ?? slug;

export const readValues = (presets: ReadonlyMap<string, JsonObject>): string[] =>
  [...presets.values()].flatMap((values) => Object.values(values).map(String));

/** Whether a text contains a name as a whole word. */
export const contains = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "i").test(text);

/** The same member of each record in a list; a list that is missing is empty. */
export const readAll = (list: unknown, member: string): string[] =>
  ((list ?? []) as JsonObject[]).map((one) => String(one[member]));

export function chooseInput({ operation }: DoorTool, variant: number): JsonObject {
  return variant % 3 === 0 ? {} : { ...doorOperations[operation].input };
}
