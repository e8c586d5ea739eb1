/** An application of the operator's folder that can be used. */
export interface AcceptedApplication {
  slug: string;
  file: string;
}

/** Returns why an application of the folder cannot have its slug; null when it can. @param accepted those of the files before it */
export function findSlugProblem(
  slug: string,
  accepted: readonly AcceptedApplication[],
  builtInSlugs: readonly string[],
): string | null {
  const other = accepted.find((one) => one.slug === slug);
  if (other !== undefined) {
    return `Its slug ${JSON.stringify(slug)} is that of ${other.file}.`;
  }
  return builtInSlugs.includes(slug)
    ? `Its slug ${JSON.stringify(slug)} is that of a built-in application. Choose another.`
    : null;
}
