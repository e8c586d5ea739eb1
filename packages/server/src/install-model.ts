import { installModel } from "@bowline/catalog/install-model";

/** The server is gone. */
const exit = () => process.exit(1);

/** The program that unpacks the model for hybrid search into the folder that is its argument. */
async function main(): Promise<void> {
  process.once("disconnect", exit);
  await installModel(process.argv[2] ?? "", process.env, process.cwd());
}

main()
  .catch((error: unknown) => {
    process.exitCode = 1;
    process.send?.(error instanceof Error ? error.message : String(error));
  })
  .finally(() => {
    process.off("disconnect", exit);
    process.disconnect?.();
  });
