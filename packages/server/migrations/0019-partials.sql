-- Partials that all templates of an account may call by name.
create table partials (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  -- Where the source of this content lies, as for templates: each content is an object of its own.
  object_key text not null unique,
  file_size integer not null,
  content_version text not null,
  -- The number of the present version: who saves says which they have seen.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whose change that was: a key, which may be gone by now, or a person by their address.
  token_id uuid,
  person text,
  primary key (account_id, name)
);

-- Every source that a partial has had, its present one among them: that has the partial's own object_key.
create table partial_versions (
  account_id uuid not null,
  name text not null,
  -- From 1 on, in the order in which they were stored.
  number integer not null check (number >= 1),
  object_key text not null unique,
  file_size integer not null,
  content_version text not null,
  created_at timestamptz not null,
  token_id uuid,
  person text,
  -- Of which older version this one is the content again.
  restored integer,
  check (token_id is null or person is null),
  primary key (account_id, name, number),
  foreign key (account_id, name) references partials on delete cascade
);
