import type { createSpotlight } from "@mantine/spotlight";
import { useEffect, useRef, useState } from "react";

type SpotlightStore = ReturnType<typeof createSpotlight>[0];

interface Chosen {
  /** The place in the list. -1: none is. */
  place: number;
  /** Is called with the keys of the field. */
  pressKey(event: { key: string }): void;
  /** Is called when other words are typed. */
  forget(): void;
}

/**
 * Which entry of the palette's list is chosen. Once something is searched for it is the first, also when that comes after the words were
 * typed. What the arrow keys have led to stays chosen when more is found.
 *
 * @param ids those of the entries
 */
export function useChosen(store: SpotlightStore, query: string, ids: readonly string[]): Chosen {
  const [place, setPlace] = useState(-1);
  const kept = useRef<string | null>(null);
  const list = ids.join("\n");
  useEffect(() => {
    const next = query === "" ? -1 : Math.max(list.split("\n").indexOf(kept.current ?? ""), 0);
    store.updateState((state) => ({ ...state, selected: next }));
    setPlace(next);
  }, [store, query, list]);
  return {
    place: Math.min(place, ids.length - 1),
    pressKey({ key }) {
      if (key.startsWith("Arrow")) {
        // After Spotlight has gone to the next one, of which it tells nobody.
        queueMicrotask(() => {
          const { selected } = store.getState();
          kept.current = ids[selected] ?? null;
          setPlace(selected);
        });
      }
    },
    forget() {
      kept.current = null;
    },
  };
}
