/** Every test file of the suite, as patterns under its folder. */
export const testFiles = ["tests/**/*.test.ts", "oauth/tests/**/*.test.ts"];
