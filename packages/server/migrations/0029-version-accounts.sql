-- Fills in the account of each version. Reads and new versions continue meanwhile.
update template_versions set account_id = templates.account_id
  from templates where templates.template_id = template_versions.template_id and template_versions.account_id is null;
-- A validated check instead of "set not null", which takes an exclusive lock.
alter table template_versions validate constraint template_versions_account_known;
