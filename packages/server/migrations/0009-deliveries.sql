-- One row a mail that a generation leads to: its PDF to each recipient, or the news of its failure to its owner.
create table deliveries (
  generation_id uuid not null references generations on delete cascade,
  recipient text not null,
  kind text not null check (kind in ('ready', 'failed')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  -- What the mail server said last, where it did not take the mail.
  message text,
  updated_at timestamptz not null default now(),
  primary key (generation_id, kind, recipient)
);

alter table generations
  -- Counts the attempts at an asynchronous one. Only the latest may end it: one that lost its job may not.
  add column attempt integer not null default 0,
  -- How many recipients of it count among its account's mails of the day.
  add column mails integer not null default 0 check (mails >= 0),
  -- Its place in the queue: the lowest comes first.
  add column turn integer;

create index generations_waiting on generations (turn) where status = 'pending';

-- The last turn that the account was given.
alter table accounts add column turn integer not null default 0;

create index accounts_turn on accounts (turn);
