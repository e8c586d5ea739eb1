/** Gives the browser a file to save. Its content may come in parts. */
export function saveFile(name: string, content: string | BlobPart[], type = "application/json"): void {
  const url = URL.createObjectURL(new Blob([content].flat(), { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
