-- Pictures and fonts that all templates of an account may show by name.
create table assets (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  object_key text not null unique,
  file_size integer not null,
  -- As the bytes themselves say.
  content_type text not null,
  content_version text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  token_id uuid,
  person text,
  check (token_id is null or person is null),
  primary key (account_id, name)
);
