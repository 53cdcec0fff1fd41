alter table accounts
  -- What the template helpers take where a template names none.
  add column locale text not null default 'en',
  add column time_zone text not null default 'UTC',
  -- When everything of it is removed; its keys do not work from the moment that this is set.
  add column deletion_at timestamptz;

create index accounts_deletion on accounts (deletion_at) where deletion_at is not null;

-- What operators did to accounts. It outlives both: no row of theirs is referred to.
create table operator_actions (
  action_id bigint primary key generated always as identity,
  -- The operator's userId, or how else the action came about.
  actor text not null,
  -- The userId of the account that it was done to.
  user_id text not null,
  action text not null check (action in ('credits', 'plan', 'role', 'release', 'suspend', 'restore')),
  detail json not null,
  created_at timestamptz not null default now()
);

create index operator_actions_account on operator_actions (user_id, action_id);
