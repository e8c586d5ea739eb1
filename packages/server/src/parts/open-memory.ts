import { setTimeout as sleep } from "node:timers/promises";
import { type Catalog, openCatalog } from "../catalog/catalog.ts";
import type { BuiltInView } from "../catalog/load-parts.ts";
import { openSearchPreparation, type SearchPreparation } from "../catalog/prepare-search.ts";
import { type Change, ChangeListener, type ChangeListenerOptions } from "../db/change-listener.ts";
import type { Database } from "../db/open-database.ts";
import { openRows, type Rows, readCatalogKey } from "../db/rows.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";
import type { Logger } from "../log/logger.ts";
import type { OpenedParts } from "./opened-parts.ts";

const longestPreparationMs = 1000;

/** What a process keeps of the database in memory. */
export interface Memory {
  changes: ChangeListener;
  rows: Rows;
  catalog: Catalog;
  /** Calls `add` with each application that changes from now on. */
  embedWhenChanged(add: (applicationId: number) => void): void;
}

/** Opens the rows and the catalog in memory, and the listener that tells them what has changed in the database. */
export async function openMemory(
  log: Logger,
  db: Database,
  embedder: Embedder | null,
  view: BuiltInView,
  opened: OpenedParts,
): Promise<Memory> {
  let listener: ChangeListener | undefined;
  let addEmbedding: ((applicationId: number) => void) | undefined;
  const isFresh = () => listener?.isFresh() ?? false;
  const rows = openRows(db.kysely, isFresh);
  const catalog = openCatalog(db.kysely, isFresh, embedder, view);
  const preparation = await prepareSearch(catalog, log, opened);
  listener = await listenForChanges(log, db, {
    onChange(change) {
      rows.apply(change);
      applyToCatalog(change, catalog, preparation);
      if (change.topic === "catalog") {
        addEmbedding?.(readCatalogKey(change.key).applicationId);
      }
    },
    onGap() {
      rows.clear();
      catalog.forgetAll();
    },
  });
  opened.keep("changes", listener);
  return {
    changes: listener,
    rows,
    catalog,
    embedWhenChanged(add) {
      addEmbedding = add;
    },
  };
}

/**
 * Loads the built-in applications and builds what searches need of them, so that the first request does not wait for it. Returns after
 * a second at most: the rest is done while the server already serves.
 */
async function prepareSearch(catalog: Catalog, log: Logger, opened: OpenedParts): Promise<SearchPreparation> {
  const warn = (error: unknown) => log.warn({ err: error }, "the search could not be prepared");
  const preparation = opened.keep("search", openSearchPreparation(catalog, warn));
  const deadline = sleep(longestPreparationMs, undefined, { ref: false });
  await Promise.race([catalog.prepareSearch(), deadline]).catch(warn);
  return preparation;
}

function applyToCatalog({ topic, key }: Change, catalog: Catalog, preparation: SearchPreparation): void {
  if (topic === "catalog") {
    const { companyId } = readCatalogKey(key);
    catalog.forget(companyId);
    if (companyId === 0) {
      preparation.request();
    }
  } else if (topic === "embeddings") {
    catalog.forgetEmbeddings(readCatalogKey(key).companyId);
  }
}

const listenForChanges = (
  log: Logger,
  db: Database,
  handlers: Pick<ChangeListenerOptions, "onChange" | "onGap">,
): Promise<ChangeListener> =>
  ChangeListener.open({
    ...handlers,
    connection: db.connectionConfig,
    onError: (error) => log.warn({ err: error }, "changes made by other servers cannot be received"),
    onSilent: (sessions) =>
      log.warn(
        { sessions },
        "a change waited a second for a server that does not respond. Its process may be stopped or overloaded: find it by the address and port of its session in the database, and restart it",
      ),
    now: () => performance.now(),
  });
