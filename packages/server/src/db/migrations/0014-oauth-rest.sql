-- Redemptions that several processes see, clients that registered themselves and are not used, and browsers that a person has signed in with.

alter table oauth_artefact
  -- When the response of the one that consumed it was ready to be sent. Null: it is under way, or its process has died.
  add column settled_date timestamptz;
update oauth_artefact set settled_date = consumed_date where consumed_date is not null;

alter table registered_client
  -- When a person last allowed it something, or a grant of it ended. Null: nobody ever has.
  add column used_date timestamptz;
update registered_client r set used_date = now()
  where exists (select 1 from oauth_grant g where g.client_id = r.client_id);
create index registered_client_unused on registered_client (created_date) where account_user_id is null and used_date is null;

create function note_client_use() returns trigger language plpgsql as $$
begin
  update registered_client set used_date = now() where client_id = coalesce(new.client_id, old.client_id);
  return null;
end
$$;
create trigger oauth_grant_uses_client after insert or delete on oauth_grant
  for each row execute function note_client_use();

-- Nothing in memory depends on when a client was used.
drop trigger registered_client_changed on registered_client;
create trigger registered_client_changed after update of account_user_id, metadata or delete on registered_client
  for each row execute function notify_token_change();

-- Browsers in which a person has signed in with a password. Tries there are counted apart from those of strangers (decisions D59b).
create table known_browser (
  -- SHA-256 of the token in the browser's cookie.
  browser_hash bytea not null,
  user_id integer not null references user_profile on delete cascade,
  used_date timestamptz not null default now(),
  primary key (browser_hash, user_id)
);
create index known_browser_person on known_browser (user_id, used_date);
