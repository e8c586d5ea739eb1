/** Orders by slug. SQL does not: its order depends on the collation of the database. */
export const bySlug = (one: { slug: string }, other: { slug: string }): number =>
  one.slug < other.slug ? -1 : 1;
