-- What tools mean, for hybrid search. Computed by a job, and deleted with the tool.
create table tool_embedding (
  tool_id integer primary key references tool on delete cascade,
  -- The model, and how its texts are made.
  model text not null,
  -- SHA-256 of the text, to find tools whose text has changed.
  text_hash bytea not null,
  -- One signed byte per dimension.
  vector bytea not null
);
