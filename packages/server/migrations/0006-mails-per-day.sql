-- How many recipients the account's calls have named on `mails_on`, a day of UTC. A new day begins at none.
alter table accounts
  add column mails integer not null default 0 check (mails >= 0),
  add column mails_on date not null default '-infinity';
