-- What a person may do beyond its own account.
alter table accounts add column role text not null default 'member' check (role in ('member', 'operator'));

-- Who may enter the dashboard, and for which account: one person an account, known by issuer and subject for good.
create table people (
  person_id uuid primary key default gen_random_uuid(),
  account_id uuid not null unique references accounts on delete cascade,
  -- 'built-in', or the address of the OpenID Connect provider.
  issuer text not null,
  subject text not null,
  name text not null,
  -- As the issuer last said, and when that was.
  email text not null,
  email_as_of timestamptz not null,
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);

-- The built-in identity's own tables, which better-auth reads and writes: each has the key `id` that it asks for.
create table identity_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- Of what the browser holds that signed up: only there does a link sent by mail do without the password.
  browser_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table identity_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references identity_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index identity_sessions_user on identity_sessions (user_id);
create index identity_sessions_expiry on identity_sessions (expires_at);

-- Whoever removes an account removes its sign-in, too.
create function remove_sign_in() returns trigger language plpgsql as $$
begin
  delete from identity_users where id = old.subject::uuid;
  return null;
end $$;

create trigger people_sign_in after delete on people
  for each row when (old.issuer = 'built-in') execute function remove_sign_in();

-- A password's scrypt hash. Every other column is for sign-ins that the built-in identity does not offer.
create table identity_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references identity_users on delete cascade,
  provider_id text not null,
  provider_user_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, provider_user_id)
);

create index identity_credentials_user on identity_credentials (user_id);

-- What was sent by mail and may be redeemed once.
create table identity_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index identity_verifications_identifier on identity_verifications (identifier);
create index identity_verifications_expiry on identity_verifications (expires_at);

-- The keys that tokens are signed with; the private half is encrypted with the installation's secret.
create table identity_keys (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null,
  expires_at timestamptz
);

-- One bucket of tokens for what may be tried only so often: of an address, of a mailbox. Unlogged, as rate_limits is.
create unlogged table attempt_limits (
  subject text primary key,
  tokens double precision not null,
  -- Whether the last attempt got a token.
  granted boolean not null,
  refilled_at timestamptz not null,
  -- When the bucket is full again, and its row of no more use.
  full_at timestamptz not null
);

create index attempt_limits_full on attempt_limits (full_at);
