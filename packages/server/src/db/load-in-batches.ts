interface Waiting<Value> {
  key: string;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Loads rows by key with one statement at a time. Keys that are requested during a statement are loaded by the next one.
 *
 * @param load returns the rows that exist, by key
 * @param maxKeys the most keys of one statement
 */
export function loadInBatches<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
  maxKeys = 500,
): (key: string) => Promise<Value | null> {
  const waiting: Waiting<Value>[] = [];
  let isLoading = false;

  async function loadAll(): Promise<void> {
    isLoading = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxKeys);
      try {
        const found = await load(batch.map(({ key }) => key));
        for (const { key, resolve } of batch) {
          resolve(found.get(key) ?? null);
        }
      } catch (error) {
        for (const { reject } of batch) {
          reject(error);
        }
      }
    }
    isLoading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isLoading) {
        void loadAll();
      }
    });
}
