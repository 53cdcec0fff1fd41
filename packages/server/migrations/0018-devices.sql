-- A program without a browser that waits for somebody to let it sign in as them (RFC 8628). Of its two codes only
-- hashes are kept; the short one's, with a secret, since it could be found by trying all.
create table identity_devices (
  device_hash bytea primary key,
  user_code_hash bytea not null unique,
  -- What it calls itself, and where it has asked from.
  name text not null,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- How long it waits between two questions, and when it asked last.
  interval_seconds integer not null,
  asked_at timestamptz not null default now(),
  -- Who has decided, and what.
  user_id uuid references identity_users on delete cascade,
  allowed boolean,
  check ((user_id is null) = (allowed is null))
);

create index identity_devices_user on identity_devices (user_id);
create index identity_devices_expiry on identity_devices (expires_at);
