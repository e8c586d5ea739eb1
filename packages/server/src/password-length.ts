/** How many characters a password has at least and at most (decisions D54). */
export const passwordLength = { least: 12, most: 200 };
