-- Which call a caller's Idempotency-Key stands for. Its answer is made anew from that call's row.
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of the body: another body under the same key is a mistake of the caller's.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Deferred: in the transaction that accepts a call, its key is taken first.
  generation_id uuid not null unique references generations on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);

create index idempotency_keys_age on idempotency_keys (created_at);
