/** The test files of the suite, as patterns relative to its folder. */
export const testFiles = [
  "tests/**/*.test.ts",
  "oauth/tests/**/*.test.ts",
  "authorization-server/tests/**/*.test.ts",
];
