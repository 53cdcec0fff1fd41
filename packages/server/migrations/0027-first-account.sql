alter table accounts
  -- The account that the first sign-up created. At most one row has it: of concurrent sign-ups one becomes the operator.
  add column is_first boolean not null default false;

create unique index accounts_is_first on accounts (is_first) where is_first;
