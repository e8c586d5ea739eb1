/** How many entries of a list are printed without `--limit`. Help names it too, and loads nothing else of the output. */
export const defaultLimit = 100;
