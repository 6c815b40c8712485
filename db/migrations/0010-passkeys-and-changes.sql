-- Passkeys, the change of an address, the reset of a lost factor. A passkey holds no secret: its key is the public one.

create table auth.passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  name text not null default '' check (length(name) <= 100),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key text not null check (length(public_key) <= 2000),
  counter bigint not null default 0,
  device_type text not null default '' check (length(device_type) <= 40),
  backed_up boolean not null default false,
  transports text check (length(transports) <= 200),
  aaguid text check (length(aaguid) <= 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.passkey is 'owner: account';
create index passkey_user on auth.passkey (user_id);

-- A change of address stands here until both mailboxes have said yes; asking again begins anew.
create table auth.email_change (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  generation int not null,
  new_proved_at timestamptz,
  old_proved_at timestamptz,
  expires_at timestamptz not null
);
comment on table auth.email_change is 'owner: account';

-- An admin's reset of somebody's second factor. Its owner is told at once and may stop it; it takes effect a day later.
create table auth.factor_reset (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  generation int not null,
  started_by uuid not null,
  command uuid not null,
  takes_effect_at timestamptz not null
);
comment on table auth.factor_reset is 'owner: account';

alter table auth.secret drop constraint secret_purpose_check;
alter table auth.secret add constraint secret_purpose_check
  check (purpose in ('confirm', 'reset', 'invite', 'setup', 'email-new', 'email-old', 'handover', 'stop-factor-reset'));

grant select, insert, update, delete on auth.passkey, auth.email_change, auth.factor_reset to attune_auth_app;
