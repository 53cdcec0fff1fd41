-- Users of accounts, with their roles. A user may belong to several accounts.
create table members (
  member_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer', 'billing')),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);

create index members_user on members (user_id);

insert into members (account_id, user_id, role, created_at)
select account_id, id, 'owner', created_at from users;

-- The account that was created for the user or that the user has claimed: the user's own account. Null when the user has
-- none, or is no longer its owner.
alter table users alter column account_id drop not null;
alter table users drop constraint users_account_id_fkey;
alter table users add constraint users_account_id_fkey
  foreign key (account_id) references accounts on delete set null;

-- The user of an own account is its first owner. A trigger, because processes of the previous release insert users, too.
create function add_owner() returns trigger language plpgsql as $$
begin
  insert into members (account_id, user_id, role) values (new.account_id, new.id, 'owner')
  on conflict (account_id, user_id) do nothing;
  return null;
end $$;

create trigger users_owner after insert or update of account_id on users
  for each row when (new.account_id is not null) execute function add_owner();

-- A user who belongs to no account any more is deleted, with password and sessions.
create function remove_user_without_account() returns trigger language plpgsql as $$
begin
  -- Waits for a concurrent transaction that adds the user to another account. The next statement sees its result.
  perform from users where id = old.user_id for update;
  delete from users where id = old.user_id and not exists (select from members where user_id = old.user_id);
  return null;
end $$;

create trigger members_user after delete on members
  for each row execute function remove_user_without_account();

-- True when the user whose own account it was is no longer its owner. Then `email` is the address of another owner, who may
-- have an own account with the same address.
alter table accounts add column is_transferred boolean not null default false;
drop index accounts_email;
create unique index accounts_email on accounts (lower(email)) where not is_transferred;
create index accounts_transferred on accounts (lower(email)) where is_transferred;

create table invitations (
  invitation_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer', 'billing')),
  -- SHA-256 of the token in the link. Null until the mail is sent.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  mail_status text not null default 'queued' check (mail_status in ('queued', 'sent', 'failed')),
  invited_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create unique index invitations_email on invitations (account_id, lower(email));
create index invitations_address on invitations (lower(email));
create index invitations_inviter on invitations (invited_by);
create index invitations_expiry on invitations (expires_at);

-- Changes of members and invitations, with the addresses of the time of the change.
create table member_actions (
  action_id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  actor text not null,
  subject text not null,
  action text not null check (action in ('invite', 'resend', 'revoke', 'join', 'change-role', 'remove', 'leave')),
  role text,
  previous_role text,
  created_at timestamptz not null default now()
);

create index member_actions_account on member_actions (account_id, action_id);

-- Addresses that received welcome credits, so that a user gets them once, also after handing the account over. SHA-256 of
-- the address in lower case. The row is deleted with the account.
create table welcome_credits (
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  account_id uuid not null unique references accounts on delete cascade
);

insert into welcome_credits (email_hash, account_id)
select sha256(convert_to(lower(email), 'UTF8')), account_id from accounts
where exists (
  select from credit_entries where credit_entries.account_id = accounts.account_id and kind = 'welcome');
