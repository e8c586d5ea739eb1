/** A commit passes or fails in CI every time it is tested. */
const seedInCi = 20261122;

/** The seed of all random tests: `FUZZ_SEED`; else always the same in CI, and a new one everywhere else. */
export function chooseSeed(): number {
  const { env } = process;
  const given = Number(env.FUZZ_SEED);
  if (env.FUZZ_SEED && Number.isInteger(given)) {
    return given;
  }
  return env.CI ? seedInCi : Date.now() % 2 ** 31;
}
