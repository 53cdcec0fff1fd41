-- One table for all token buckets. No release has used the old ones, and buckets refill within a day.
alter table attempt_limits rename to token_buckets;
alter table token_buckets rename constraint attempt_limits_pkey to token_buckets_pkey;
-- Without an index on a column that each use changes, PostgreSQL can update a row in place (HOT update).
alter table token_buckets drop column full_at;
drop table rate_limits, dry_run_limits;
alter table preview_limits drop column tokens, drop column granted, drop column refilled_at;
