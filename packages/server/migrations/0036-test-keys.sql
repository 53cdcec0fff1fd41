-- Test keys, and scopes of keys. Renders with a test key cost nothing.
alter table api_keys
  add column is_test boolean not null default false,
  add column scopes text[] not null default '{read,render,write}',
  add constraint api_keys_scopes_check
    check (scopes <@ '{read,render,write}' and cardinality(scopes) > 0);

alter table generations
  add column is_test boolean not null default false,
  add column cost integer not null generated always as (case when is_test then 0 else pages end) stored;
