-- Which hosts an account's templates may load from, within what the operator allows.
alter table accounts
  add column egress json not null default '{"mode": "public", "allow": [], "deny": []}'
    check (egress ->> 'mode' in ('public', 'allowlist', 'none'));
