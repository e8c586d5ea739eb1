-- The search segment of all built-in tools, serialized, so that no server builds it at its start.
create table built_in_search (
  -- One row.
  is_only boolean primary key default true check (is_only),
  segment bytea not null
);
