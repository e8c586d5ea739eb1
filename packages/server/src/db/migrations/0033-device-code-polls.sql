-- A device that asks for its tokens too often is told to slow down, by every server (RFC 8628 §3.5).

alter table oauth_artefact
  -- When the device of a code last asked for its tokens. Null: it has not, or this is no code of a device.
  add column polled_date timestamptz,
  -- The seconds that it has to wait between its requests.
  add column poll_seconds integer not null default 5;
