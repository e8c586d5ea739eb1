-- Where secrets may go (decisions D73, D74) ---------------------------------------------------------------------------

-- The origins that a connection's secrets were entered for, and the exact address of a discovery document. They are part of
-- what the secrets are sealed to. Null: there are no secrets, or they wait for the server's next start to be sealed anew.
alter table connection add column sealed_origins text[];

-- The servers that single operations name for themselves, templated, each once.
alter table application add column tool_servers text[] not null default '{}';
update application a set tool_servers = s.servers
from (
  select application_id, array_agg(distinct binding::json ->> 'serverUrl') as servers
  from tool where binding::json ->> 'serverUrl' is not null group by application_id
) s
where s.application_id = a.application_id;

alter table oauth_client
  -- The hosts that the client may be sent to; `*.example.com` is every host below. Part of what the secret is sealed to.
  -- Null: the server's next start sets them.
  add column token_hosts text[],
  -- The discovery document that names further ones; null where the Admin named the hosts.
  add column discovery_url text;
