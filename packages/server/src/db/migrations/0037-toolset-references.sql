-- A toolset that is deleted takes its approvals and keys along. Without an index each one read all approvals, and a member with many
-- toolsets could not be deleted in time.
create index approval_toolset on approval (toolset_id);
create index api_key_toolset on api_key (toolset_id) where toolset_id is not null;
