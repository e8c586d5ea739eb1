/** An endpoint that the specification names. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Whether only the decisions specify it, not the contract. */
  isExtension: boolean;
}

const contract = [
  "GET /v1/auth/whoami",
  "POST /v1/connections/GetSignInUrl",
  "PUT /v1/connections/{connectionId}/Default",
  "DELETE /v1/connections/{connectionId}/Default",
  "GET /v1/connections/{connectionId}/RefreshStatus",
  "POST /v1/connections/{connectionId}/RefreshObjects",
  "DELETE /v1/connections/{connectionId}",
  "PATCH /v1/toolsets/{toolsetId}",
  "DELETE /v1/toolsets/{toolsetId}",
  "POST /v1/tools/{toolSlug}/execute",
  "GET /v1/tools",
  "GET /v1/applications",
  "GET /v1/connections",
];

const extensions = [
  "GET /v1/apikeys",
  "POST /v1/apikeys",
  "DELETE /v1/apikeys/{apiKeyId}",
  "GET /v1/members",
  "POST /v1/members",
  "PATCH /v1/members/{accountUserId}",
  "DELETE /v1/members/{accountUserId}",
  "POST /v1/members/{accountUserId}/invitation",
  "DELETE /v1/members/{accountUserId}/sessions",
  "GET /v1/applications/{slug}",
  "GET /v1/tools/{toolSlug}",
  "GET /v1/tools/{toolSlug}/schema",
  "POST /v1/applications",
  "PATCH /v1/applications/{slug}",
  "DELETE /v1/applications/{slug}",
  "POST /v1/connections",
  "GET /v1/connections/{connectionId}",
  "PATCH /v1/connections/{connectionId}",
  "POST /v1/connections/{connectionId}/Test",
  "GET /v1/connections/{connectionId}/Objects",
  "GET /v1/executions",
  "GET /v1/executions/{historyId}",
  "POST /v1/toolsets",
  "GET /v1/toolsets",
  "GET /v1/toolsets/{toolsetId}",
];

/** Every endpoint of the contract and the decisions, without those of later stages. */
export const endpoints: readonly Endpoint[] = [
  ...contract.map((text) => read(text, false)),
  ...extensions.map((text) => read(text, true)),
];

function read(text: string, isExtension: boolean): Endpoint {
  const [method = "", path = ""] = text.split(" ");
  return { method: method as Endpoint["method"], path, isExtension };
}
