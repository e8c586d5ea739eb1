/** Says why a file or folder cannot be used, by the error's code, in words that follow its name: "does not exist". */
export function describeFileError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "EACCES":
    case "EPERM":
      return "may not be read by the user of the server";
    case "EISDIR":
      return "is a folder, not a file";
    case "ENOTDIR":
      return "is not a folder, or a part of its path is not";
    default:
      return `cannot be read (${typeof code === "string" ? code : "unknown error"})`;
  }
}
