/**
 * Runs steps one after another. One that fails keeps no later one from being run.
 *
 * @throws what failed, when all have run
 */
export async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) {
    throw new AggregateError(failures, failures.map(String).join("; "));
  }
  if (failures.length === 1) {
    throw failures[0];
  }
}
