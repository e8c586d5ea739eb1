-- Counts the calls of a toolset that wait, so that there is a limit (decisions D66).
create index approval_waiting on approval (toolset_id, expires_date) where status = 'waiting';
-- Finds the last decision about the same call.
create index approval_decided on approval (account_user_id, call_hash, decided_date) where decided_date is not null;
