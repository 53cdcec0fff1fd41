-- Who asked for a generation, and how long its steps took: for the account's own people.
alter table generations
  -- No foreign key: what a key was used for outlives the key, a call whose key is deleted meanwhile goes on, and
  -- deleting a busy key must not wait until all its rows are written anew.
  add column token_id uuid,
  -- As it was then. Null for a call that no key has made, and for those from before there was this column.
  add column key_name text,
  -- Milliseconds of each phase of a synchronous call, or of a job's last attempt.
  add column phases jsonb;

create index generations_failed on generations (account_id, created_at) where status = 'failed';

-- The ledger is kept for good and grows in the order of time: what is wanted of it is always a range of days.
create index credit_entries_day on credit_entries using brin (created_at) with (autosummarize = on);
