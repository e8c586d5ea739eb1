import type { CatalogApplication, CatalogAuthentication } from "@bowline/catalog";
import type { Connection, FailureKind, Member, ResolvedBy, Role, ToolsetSettings } from "@bowline/contract";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** Read as a `Date`. May be left out on insert when the database has a default. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** An application's description without its methods and tools. */
export type ApplicationDefinition = Omit<CatalogApplication, "slug" | "source" | "authentications" | "tools">;

/** The texts that an Admin set instead of the description's. */
export type ApplicationPresentation = Partial<
  Pick<CatalogApplication, "name" | "description" | "categories" | "iconUrl" | "websiteUrl">
> & {
  /** Empty: the description's own servers (decisions D44). */
  baseUrl?: string;
};

/** Every table, as `migrations/` creates it. */
export interface Schema {
  company: {
    company_id: Generated<number>;
    name: string;
    wrapped_data_key: Buffer;
    created_date: Timestamp;
  };
  user_profile: {
    user_id: Generated<number>;
    full_name: string;
    email: string;
    created_date: Timestamp;
    deleted_date: NullableTimestamp;
  };
  account_user: {
    account_user_id: Generated<number>;
    company_id: number;
    user_id: number;
    kind: Member["kind"];
    role: Role;
    created_date: Timestamp;
  };
  invitation: { token_hash: Buffer; account_user_id: number; expires_date: Date };
  person_password: { user_id: number; password_hash: string; changed_date: Timestamp };
  session: {
    session_hash: Buffer;
    account_user_id: number | null;
    created_date: Timestamp;
    last_used_date: Timestamp;
    expires_date: Date;
  };
  session_account_user: { session_hash: Buffer; account_user_id: number };
  sign_in_tries: { counted_hash: Buffer; tries: number; ends_date: Date };
  application: {
    application_id: Generated<number>;
    company_id: number | null;
    slug: string;
    source: CatalogApplication["source"];
    code_file: Generated<string | null>;
    is_absent: Generated<boolean>;
    definition: JSONColumnType<ApplicationDefinition>;
    presentation: JSONColumnType<ApplicationPresentation, string | undefined, string>;
    tool_servers: Generated<string[]>;
    created_date: Timestamp;
    updated_date: NullableTimestamp;
    revision: Generated<number>;
  };
  authentication_method: {
    authentication_id: Generated<number>;
    application_id: number;
    key: string;
    position: number;
    definition: JSONColumnType<CatalogAuthentication>;
    is_removed: ColumnType<boolean, boolean | undefined, boolean>;
  };
  tool: {
    tool_id: Generated<number>;
    application_id: number;
    slug: string;
    operation: string;
    operation_key: string;
    summary: string;
    input_schema: string;
    output_schema: string;
    binding: string;
    parameters: string[];
    path: string;
  };
  tool_embedding: { tool_id: number; model: string; text_hash: Buffer; vector: Buffer };
  application_change: {
    change_id: Generated<number>;
    application_id: number;
    operation_key: string;
    tool_slug: string;
    kind: "added" | "changed" | "removed";
    pin: string;
    before: string | null;
    after: string | null;
    tool: string | null;
    is_rejected: Generated<boolean>;
    found_date: Timestamp;
  };
  built_in_snapshot: {
    snapshot_id: Generated<number>;
    key: string;
    server_version: string;
    installed_date: Timestamp;
  };
  built_in_search: { is_only: Generated<boolean>; segment: Buffer };
  application_icon: { application_id: number; svg: string };
  disabled_application: { company_id: number; application_id: number };
  published_slug: {
    application_id: number;
    slug: string;
    operation_key: string;
    is_read_only: boolean;
    is_destructive: boolean;
  };
  connection: {
    connection_id: Generated<number>;
    account_user_id: number;
    application_id: number;
    authentication_id: number;
    name: string;
    environment: string;
    status: Generated<Connection["status"]>;
    status_reason: string | null;
    refused_calls: Generated<number>;
    account_label: string | null;
    fields: JSONColumnType<Record<string, string>>;
    sealed_secrets: Buffer | null;
    sealed_origins: string[] | null;
    is_default: Generated<boolean>;
    created_date: Timestamp;
    updated_date: NullableTimestamp;
    last_used_date: NullableTimestamp;
    token_due_date: NullableTimestamp;
    token_expires_date: NullableTimestamp;
    is_token_renewable: Generated<boolean>;
    token_version: Generated<number>;
    renewing_until: NullableTimestamp;
    renewing_by: string | null;
  };
  oauth_client: {
    company_id: number;
    authentication_id: number;
    client_id: string;
    sealed_secret: Buffer | null;
    scopes: string[] | null;
    token_hosts: string[] | null;
    discovery_url: string | null;
    redirect_uri: string | null;
    secret_expires_date: Timestamp | null;
    updated_date: Timestamp;
  };
  sign_in: {
    state_hash: Buffer;
    account_user_id: number;
    application_id: number;
    authentication_id: number;
    connection_id: number | null;
    name: string | null;
    environment: string;
    fields: JSONColumnType<Record<string, string>>;
    is_default: boolean;
    status: Generated<"pending" | "exchanging" | "authorized" | "confirmed" | "failed">;
    error: string | null;
    account_label: string | null;
    sealed_secrets: Buffer | null;
    confirmation_hash: Buffer | null;
    browser_hash: Buffer | null;
    link_hash: Buffer | null;
    return_url: string | null;
    keeps_account: Generated<boolean>;
    expires_date: Date;
  };
  connect_link: {
    link_hash: Buffer;
    state_hash: Buffer;
    account_user_id: number | null;
    application_id: number | null;
    authentication_id: number | null;
    environment: string | null;
    name: string | null;
    is_default: boolean | null;
    return_url: string | null;
    status: Generated<"open" | "confirmed" | "failed">;
    error: string | null;
    attempts: Generated<number>;
    claim: string | null;
    claimed_until: NullableTimestamp;
    browser_hash: Buffer | null;
    connection_id: number | null;
    expires_date: Date;
    renewed_connection_id: number | null;
  };
  connection_refresh: {
    connection_id: number;
    status: 0 | 1 | 2;
    status_description: string;
    error: string | null;
    error_date: NullableTimestamp;
    last_refresh_date: NullableTimestamp;
    is_complete: Generated<boolean>;
  };
  connection_object: {
    connection_id: number;
    object_name: string;
    label: string;
    kind: string;
    schema: JSONColumnType<Record<string, unknown>> | null;
  };
  toolset: {
    toolset_id: Generated<string>;
    account_user_id: number;
    name: string;
    workflows: string[];
    settings: JSONColumnType<Partial<ToolsetSettings>, string | undefined, string>;
    created_date: Timestamp;
    updated_date: NullableTimestamp;
    created_by_account_user_id: number;
    updated_by_account_user_id: number | null;
  };
  approval: {
    approval_id: Generated<string>;
    company_id: number;
    account_user_id: number;
    toolset_id: string;
    tool_slug: string;
    connection_id: number | null;
    call_hash: Buffer;
    input: string;
    digest: string;
    status: Generated<"waiting" | "approved" | "denied" | "used" | "expired">;
    requested_date: Timestamp;
    expires_date: Date;
    decided_date: NullableTimestamp;
    decided_by_account_user_id: number | null;
    reason: string | null;
  };
  toolset_connection: { toolset_id: string; connection_id: number; position: number; tool_slugs: string[] };
  api_key: {
    api_key_id: Generated<number>;
    account_user_id: number;
    name: string;
    key_hash: Buffer;
    toolset_id: string | null;
    is_read_only: boolean;
    expires_date: NullableTimestamp;
    created_date: Timestamp;
    last_used_date: NullableTimestamp;
  };
  server_data_key: { is_only: Generated<boolean>; wrapped_data_key: Buffer };
  signing_key: {
    kid: string;
    sealed_key: Buffer;
    created_date: Timestamp;
    retired_date: NullableTimestamp;
  };
  registered_client: {
    client_id: string;
    name: string;
    account_user_id: number | null;
    metadata: string;
    created_date: Timestamp;
    used_date: NullableTimestamp;
    network_hash: Buffer | null;
  };
  known_browser: { browser_hash: Buffer; user_id: number; used_date: Timestamp };
  oauth_grant: {
    grant_id: Generated<number>;
    jti: string;
    client_id: string;
    client_name: string;
    account_user_id: number;
    resource: string;
    scopes: string[];
    toolset_id: string | null;
    is_read_only: boolean;
    payload: string;
    created_date: Timestamp;
    expires_date: Date;
    last_used_date: NullableTimestamp;
  };
  oauth_artefact: {
    model: string;
    id_hash: Buffer;
    grant_jti: string | null;
    user_code_hash: Buffer | null;
    payload: string;
    consumed_date: NullableTimestamp;
    settled_date: NullableTimestamp;
    expires_date: Date;
    network_hash: Buffer | null;
    polled_date: NullableTimestamp;
    poll_seconds: Generated<number>;
  };
  execution: {
    history_id: number;
    company_id: number;
    account_user_id: number;
    api_key_id: number | null;
    tool_slug: string;
    application_slug: string;
    connection_id: number | null;
    resolved_by: ResolvedBy;
    toolset_id: string | null;
    source: "api" | "mcp" | "console";
    is_success: boolean;
    failure_kind: FailureKind | null;
    error_message: string | null;
    status_code: number | null;
    execution_time_ms: number | null;
    data_size_bytes: number | null;
    request_id: string;
    input: string | null;
    output: string | null;
    is_output_cut: boolean;
    checks_ms: number | null;
    token_ms: number | null;
    downstream_ms: number | null;
    results_ms: number | null;
    response_headers: Record<string, string> | null;
    created_date: Date;
  };
  idempotency_key: {
    account_user_id: number;
    key_hash: Buffer;
    request_hash: Buffer;
    running_until: NullableTimestamp;
    credential: string;
    claim: string | null;
    sealed_response: Buffer | null;
    created_date: Timestamp;
  };
}

/** A response stored for an idempotency key (decisions D35). */
export interface StoredResponse {
  json: string;
  headers: Record<string, string>;
}
