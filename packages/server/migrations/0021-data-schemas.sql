-- What data of a template must be like, a JSON Schema as its owner wrote it, and its SHA-256 in hex.
alter table templates add column data_schema json;
alter table templates add column data_schema_version text;
alter table templates add constraint templates_data_schema
  check ((data_schema is null) = (data_schema_version is null));

-- For how many elements an account may still ask for dry runs. Unlogged, as rate_limits is.
create unlogged table dry_run_limits (
  account_id uuid primary key,
  tokens double precision not null,
  granted boolean not null,
  refilled_at timestamptz not null
);
