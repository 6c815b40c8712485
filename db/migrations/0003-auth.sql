-- Everything about proving who somebody is. Only attune_auth_app reaches this schema, and it reaches nothing else but what it
-- may execute by name. The first six tables are Better Auth's, in our spelling and with the constraints that it does not make.

create table auth."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null default '' check (length(name) <= 201),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  email_verified boolean not null default false,
  -- Pictures belong to the profile; what the library would store here is never looked at and could hold a script.
  image text check (image is null),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  zone text check (length(zone) between 1 and 64),
  two_factor_enabled boolean not null default false,
  -- Counts the links mailed to this person: a new one makes the one before it void.
  link_generation int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth."user" is 'owner: account';

create table auth.login (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  -- Worth nothing without the signature, whose secret is outside the database.
  token text not null unique check (length(token) between 16 and 100),
  strength int not null default 1 check (strength in (1, 2)),
  method text not null default 'none' check (length(method) <= 60),
  ip_address text check (length(ip_address) <= 60),
  user_agent text check (length(user_agent) <= 300),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.login is 'owner: account';
create index login_user on auth.login (user_id);
create index login_expiry on auth.login (expires_at);

create table auth.account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth."user" (id) on delete cascade,
  account_id text not null check (length(account_id) <= 255),
  provider_id text not null check (length(provider_id) <= 60),
  password text check (length(password) <= 300),
  -- Tokens of a provider are used once at sign-in and never kept.
  access_token text check (access_token is null),
  refresh_token text check (refresh_token is null),
  id_token text check (id_token is null),
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text check (length(scope) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id),
  check (provider_id <> 'credential' or account_id = user_id::text)
);
comment on table auth.account is 'owner: account';
create index account_user on auth.account (user_id);

create table auth.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null check (length(identifier) <= 300),
  value text not null check (length(value) <= 4000),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.verification is 'owner: product';
create index verification_identifier on auth.verification (identifier);
create index verification_expiry on auth.verification (expires_at);

-- Secret and recovery codes are encrypted with a key that is outside the database.
create table auth.two_factor (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth."user" (id) on delete cascade,
  secret text not null check (length(secret) <= 1000),
  backup_codes text not null check (length(backup_codes) <= 4000),
  verified boolean not null default true,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);
comment on table auth.two_factor is 'owner: account';

-- All single-use secrets that travel in a mail or on a screen: of each only the hash, for one purpose and one subject.
create table auth.secret (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('confirm', 'reset', 'invite', 'setup')),
  subject text not null check (length(subject) <= 60),
  generation bigint not null,
  -- The 8-character code of the same secret, as an HMAC: 40 bits under a plain hash could be searched.
  code_hash bytea unique check (length(code_hash) = 32),
  email text check (email = lower(email) and length(email) <= 254),
  user_id uuid references auth."user" (id) on delete cascade,
  strength int not null default 1 check (strength in (1, 2)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_by uuid references auth."user" (id) on delete set null,
  used_at timestamptz,
  -- When the deed that followed was done: an invitation is accepted in another transaction than its secret is used.
  settled_at timestamptz,
  unique (purpose, subject)
);
comment on table auth.secret is 'owner: product';
create index secret_user on auth.secret (user_id);
create index secret_used_by on auth.secret (used_by);
create index secret_expiry on auth.secret (expires_at);

-- Links that a newer one has replaced. They open nothing; they only tell whom a fresh one would be for.
create table auth.superseded (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null,
  subject text not null,
  replaced_at timestamptz not null default now()
);
comment on table auth.superseded is 'owner: product';

-- A code of the authenticator app opens one door, once.
create table auth.totp_used (
  user_id uuid not null references auth."user" (id) on delete cascade,
  code text not null check (length(code) <= 10),
  at timestamptz not null default now(),
  primary key (user_id, code)
);
comment on table auth.totp_used is 'owner: account';

-- Wrong guesses, counted per address, or per device and address where the pair is known. Keys are hashes.
create table auth.guess (
  key bytea primary key check (length(key) = 32),
  n int not null,
  ends_at timestamptz not null
);
comment on table auth.guess is 'owner: product';

create table auth.known_device (
  device bytea not null check (length(device) = 32),
  user_id uuid not null references auth."user" (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (device, user_id)
);
comment on table auth.known_device is 'owner: account';
create index known_device_user on auth.known_device (user_id);

-- Requests of one address or about one mailbox within a window. Keys are hashes.
create table auth.rate_limit (
  key bytea primary key check (length(key) = 32),
  n int not null,
  ends_at timestamptz not null
);
comment on table auth.rate_limit is 'owner: product';

grant usage on schema auth to attune_auth_app;
grant select, insert, update, delete on all tables in schema auth to attune_auth_app;
