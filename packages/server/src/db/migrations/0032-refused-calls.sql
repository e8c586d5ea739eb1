-- How many calls in a row the application refused for their credentials; counted up to the number that shows the connection as expired.
alter table connection add column refused_calls smallint not null default 0;

drop trigger connection_changed on connection;
create trigger connection_changed
  after insert or delete or update of application_id, authentication_id, name, environment, status, status_reason,
    account_label, fields, sealed_secrets, is_default, token_due_date, token_version, refused_calls on connection
  for each row execute function notify_change();
