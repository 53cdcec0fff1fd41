-- `credits` is the sum of the account's ledger; `reserved` is what its generations under way hold of it.
alter table accounts
  add column credits bigint not null default 0,
  add column reserved bigint not null default 0 check (reserved >= 0);

-- The ledger. Entries are only ever added; a correction is another entry.
create table credit_entries (
  entry_id bigint primary key generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('welcome', 'added', 'generation')),
  credits bigint not null check (credits <> 0),
  -- What the entry stands for, once: the account for its welcome, the generation for its pages.
  reference text not null,
  created_at timestamptz not null default now(),
  unique (kind, reference)
);

create index credit_entries_account on credit_entries (account_id, entry_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only';
end $$;

create trigger credit_entries_append_only before update on credit_entries
  for each row execute function refuse_change();
