-- Counts the calls of a toolset that wait, so that there is a limit (decisions D66).
create index approval_waiting on approval (toolset_id, expires_date) where status = 'waiting';
-- Finds the last decision about the same call.
create index approval_decided on approval (account_user_id, call_hash, decided_date) where decided_date is not null;

-- The connection that a connect link renews. Null: it makes a new one. Without its connection the link is worth nothing.
alter table connect_link add column renewed_connection_id integer references connection on delete cascade;
create index connect_link_renewed on connect_link (renewed_connection_id) where renewed_connection_id is not null;
