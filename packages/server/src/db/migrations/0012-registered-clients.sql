-- A client that this server registered by itself at an authorization server (RFC 7591).
alter table oauth_client
  -- The redirect address it was registered with, which is its own. Null: an Admin set the client, with the shared address.
  add column redirect_uri text,
  -- When its secret ends. Null: it has no end.
  add column secret_expires_date timestamptz;
