-- The one address of an account to which its jobs' ends are sent.
create table webhooks (
  account_id uuid primary key references accounts on delete cascade,
  url text not null,
  -- What its secret is derived with, from the installation's: the secret itself is not stored.
  salt bytea not null check (octet_length(salt) = 16),
  set_at timestamptz not null default now(),
  -- Since its server said that it is gone for good.
  switched_off_at timestamptz
);

-- One row an event, and what is still to be sent: it is added by the statement that ends the job.
create table webhook_deliveries (
  delivery_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  event text not null check (event in ('job.completed', 'job.failed', 'webhook.test')),
  generation_id uuid unique references generations on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Whether an attempt is under way. It counts as lost at `next_attempt_at`.
  sending boolean not null default false,
  next_attempt_at timestamptz default now(),
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  -- What the server answered last, or why there is no answer.
  response_status integer,
  reason text,
  ended_at timestamptz,
  check ((event = 'webhook.test') = (generation_id is null)),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (ended_at is null))
);

create index webhook_deliveries_account on webhook_deliveries (account_id, created_at);
create index webhook_deliveries_due on webhook_deliveries (account_id, next_attempt_at) where status = 'pending';
