alter table credit_entries
  drop constraint credit_entries_kind_check,
  add constraint credit_entries_kind_check
    check (kind in ('welcome', 'added', 'generation', 'purchase', 'refund', 'dispute')),
  -- The operator's words for credits that the operator has added.
  add column note text not null default '';

-- What was paid for credits, as the payment provider has it. The ledger follows from it: `credits_refunded` and
-- `credits_disputed` are what the entries of this payment have taken back so far.
create table payments (
  payment_id text primary key,
  account_id uuid not null references accounts on delete cascade,
  credits bigint not null check (credits > 0),
  -- In the currency's smallest unit, as everything that is money here.
  amount bigint not null check (amount > 0),
  currency text not null,
  refunded bigint not null check (refunded >= 0),
  disputed bigint not null check (disputed >= 0),
  credits_refunded bigint not null default 0 check (credits_refunded >= 0),
  credits_disputed bigint not null default 0 check (credits_disputed >= 0),
  -- How many times they have changed.
  changes integer not null default 0,
  receipt_url text,
  paid_at timestamptz not null,
  -- Which look at the provider this is from: an earlier one that comes late changes nothing.
  look bigint not null,
  check (credits_refunded + credits_disputed <= credits)
);

create index payments_account on payments (account_id, paid_at);

create sequence payment_looks;

alter table accounts
  -- At which balance its owner is told by mail: null is a tenth of what it has when credits are added, 0 is never.
  add column notice_below bigint check (notice_below >= 0),
  -- The balance that the next notice waits for; null when there is none to come until credits are added.
  add column notice_at bigint;

update accounts set notice_at = greatest(credits / 10, 1) where credits > 1;
