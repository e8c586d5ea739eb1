import { theAdmin, uniqueName } from "../../support/actors.ts";
import { succeed } from "../../support/caller.ts";
import type { Application, ImportResult } from "../../support/records.ts";
import type { ClientCredentials } from "./emulated-providers.ts";
import type { OAuthApplication } from "./sign-in.ts";

/** Imports an MCP server, and enters the company's client if one is given. */
export async function importMcpServer(url: string, client?: ClientCredentials): Promise<OAuthApplication> {
  const admin = theAdmin();
  const slug = uniqueName("notes");
  const result = await succeed<ImportResult>(admin.post("/v1/applications", { source: "mcp", slug, url }));
  const record = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  const authenticationId = record.authentications[0]?.authenticationId ?? 0;
  if (client !== undefined) {
    await succeed(admin.put(`/v1/applications/${slug}/authentications/${authenticationId}/client`, client));
  }
  return { slug, record, result, authenticationId, tool: (name) => `${slug}_${name}` };
}
