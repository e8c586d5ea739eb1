const batch = 5000;

/**
 * Runs a deletion until it finds nothing more. Each batch is a transaction of its own, so that nothing waits long for it, and it ends
 * before the time limit of a statement however much there is to delete.
 *
 * @param deleteBatch deletes at most so many rows, and returns how many it deleted
 */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteBatch(batch)) === batch) {
    // The next batch.
  }
}
