-- What the native app needs to sign in and to open a live connection.

-- The SHA-256 of the verifier that only the app knows (RFC 7636). Null for a code that another browser redeems.
alter table auth.secret add column challenge bytea check (length(challenge) = 32);

-- A ticket opens one live connection of the login that asked for it. Its row ends with the login and with the first use.
create table auth.live_ticket (
  hash bytea primary key check (length(hash) = 32),
  login_id uuid not null references auth.login (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table auth.live_ticket is 'owner: account; erasure: with auth.login; disconnect: keep';
create index live_ticket_login on auth.live_ticket (login_id);
create index live_ticket_expiry on auth.live_ticket (expires_at);
grant select, insert, delete on auth.live_ticket to attune_auth_app;
