create table accounts (
  account_id uuid primary key default gen_random_uuid(),
  user_id text not null unique,
  email text not null,
  plan text not null default 'default' check (plan in ('default', 'enterprise')),
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index accounts_email on accounts (lower(email));

-- The raw key is never stored: only its SHA-256, by which a call finds its account.
create table api_keys (
  token_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  deactivated_at timestamptz,
  last_used_at timestamptz
);

create index api_keys_account on api_keys (account_id, created_at);

-- One bucket of tokens an account. Unlogged: after a crash of the database every bucket is simply full again.
create unlogged table rate_limits (
  account_id uuid primary key,
  tokens double precision not null,
  -- Whether the last call got a token.
  granted boolean not null,
  refilled_at timestamptz not null
);
