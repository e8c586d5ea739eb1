/**
 * Says that an application keeps its name although an import names another one: one that was set with PATCH stays, and so does that of
 * an MCP server that is known already (decisions D24).
 *
 * @param sent the import's `name`
 * @param kept the name that stays; null: none does
 * @returns no warning, or one
 */
export function describeKeptName(
  slug: string,
  sent: string | null | undefined,
  kept: string | null,
): string[] {
  return sent == null || kept === null || sent === kept
    ? []
    : [
        `The application's name stays ${JSON.stringify(kept)}. PATCH /v1/applications/${slug} changes it to ${JSON.stringify(sent)}`,
      ];
}
