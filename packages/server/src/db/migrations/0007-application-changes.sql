-- What a refresh or an import found changed of an MCP server's tools, held back until an Admin accepts it (decisions D68).
create table application_change (
  change_id integer generated always as identity primary key,
  application_id integer not null references application on delete cascade,
  operation_key text not null,
  tool_slug text not null,
  kind text not null check (kind in ('added', 'changed', 'removed')),
  -- SHA-256 of the definition that was found; empty for a tool that is gone.
  pin text not null,
  -- The definitions as JSON text; null: the tool is not there.
  before text,
  after text,
  -- The tool to store once the change is accepted; null for one that is gone.
  tool text,
  -- A rejected change stays, so that the same is not found again.
  is_rejected boolean not null default false,
  found_date timestamptz not null default now(),
  unique (application_id, operation_key)
);
