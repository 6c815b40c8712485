-- Accounts, roles, client records, invitations, and the product's own settings. A table is born with its policies.

-- The actor of a transaction: an account, or for the worker the account on whose behalf a job runs.
create function app.actor_id() returns uuid language sql stable set search_path = pg_catalog, pg_temp
  as $$ select nullif(current_setting('app.actor', true), '')::uuid $$;
grant execute on function app.actor_id() to public;

create table app.profile (
  account_id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  avatar_url text check (length(avatar_url) <= 300),
  role text not null default 'client' check (role in ('admin', 'therapist', 'client')),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  zone text not null default 'UTC' check (length(zone) <= 64),
  onboarded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table app.profile is 'owner: account';
create index profile_role on app.profile (role) where role = 'admin';

create table app.therapist_profile (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  specialization text not null default '' check (length(specialization) <= 200),
  credentials text not null default '' check (length(credentials) <= 200),
  bio text not null default '' check (length(bio) <= 4000),
  about_me text not null default '' check (length(about_me) <= 4000),
  updated_at timestamptz not null default now()
);
comment on table app.therapist_profile is 'owner: account';

create table app.role_request (
  id uuid primary key,
  account_id uuid not null references app.profile (account_id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'declined')),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  reason text check (length(reason) <= 500),
  command uuid,
  unique (account_id, command)
);
comment on table app.role_request is 'owner: account';
create index role_request_account on app.role_request (account_id, asked_at desc);
create unique index role_request_one_waiting on app.role_request (account_id) where status = 'waiting';

-- One row per therapist. It is what every verb locks that takes or moves a slot, and what a therapist's rows refer to.
create table app.calendar (
  therapist_id uuid primary key,
  account_id uuid not null unique references app.profile (account_id),
  created_at timestamptz not null default now(),
  check (account_id = therapist_id)
);
comment on table app.calendar is 'owner: therapist';

create table app.client (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  account_id uuid references app.profile (account_id),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  email text check (email = lower(email) and length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  date_of_birth date,
  address text not null default '' check (length(address) <= 500),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
  joined_at timestamptz not null default now(),
  connected_at timestamptz,
  disconnected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  unique (therapist_id, account_id)
);
comment on table app.client is 'owner: therapist';
create index client_by_name on app.client (therapist_id, lower(last_name), lower(first_name), id);
create index client_account on app.client (account_id, therapist_id);

create table app.client_contact (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null,
  client_id uuid not null,
  name text not null default '' check (length(name) <= 200),
  phone text not null default '' check (length(phone) <= 40),
  relationship text not null default '' check (length(relationship) <= 100),
  is_emergency boolean not null default false,
  is_guardian boolean not null default false,
  is_payer boolean not null default false,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.client_contact is 'owner: therapist';
create index client_contact_client on app.client_contact (therapist_id, client_id);
create unique index client_contact_one_emergency on app.client_contact (therapist_id, client_id) where is_emergency;

-- What a therapist writes about a client for themselves: no role but the therapist's has any grant here.
create table app.client_note (
  therapist_id uuid not null,
  client_id uuid not null,
  text text not null default '' check (length(text) <= 20000),
  updated_at timestamptz not null default now(),
  primary key (therapist_id, client_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.client_note is 'owner: therapist';

-- The invitation of a client record. Sending again raises the generation, which makes the link and the code before it void.
create table app.invitation (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  generation int not null default 1,
  state text not null default 'sent' check (state in ('sent', 'opened', 'accepted')),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  accepted_at timestamptz,
  command uuid,
  unique (therapist_id, client_id),
  unique (therapist_id, command),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.invitation is 'owner: therapist';

create table app.product_setting (
  id boolean primary key default true check (id),
  practice_name text not null default '' check (length(practice_name) <= 120),
  therapist_signup text not null default 'approval' check (therapist_signup in ('approval', 'open', 'invite-only')),
  tell_existing_accounts boolean not null default false,
  public_url text check (length(public_url) <= 200),
  public_key text not null default 'pk_' || replace(gen_random_uuid()::text, '-', ''),
  public_key_since timestamptz not null default now(),
  public_key_command uuid
);
comment on table app.product_setting is 'owner: product';
insert into app.product_setting default values;

-- An append-only record of who opened or decided what. Names of things and ids only, never text.
create table app.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid not null,
  actor_role text not null,
  action text not null check (length(action) <= 60),
  thing text not null check (length(thing) <= 60),
  thing_id uuid,
  request_id text check (length(request_id) <= 60)
);
comment on table app.audit is 'owner: product';
create index audit_actor on app.audit (actor_id, at desc);

create function app.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as
  $$ begin raise exception 'this record is append-only' using errcode = 'restrict_violation'; end $$;
create trigger audit_append_only before update or delete on app.audit for each statement execute function app.refuse_change();

-- ── what people may see of one another ─────────────────────────────────────────────────────────────────────────
grant select (account_id, email, first_name, last_name, avatar_url, role, language, theme, zone) on app.profile to attune_app_definer;
grant insert (account_id, email, first_name, last_name, role, language, zone, onboarded_at), update (role, onboarded_at, first_name, last_name, updated_at) on app.profile to attune_app_definer;
grant select, update (status, decided_at, decided_by, reason, command) on app.role_request to attune_app_definer;
grant select, insert (therapist_id, account_id), update (created_at) on app.calendar to attune_app_definer;
grant select (id, therapist_id, account_id, first_name, last_name, status, disconnected_at), update (account_id, status, connected_at, updated_at) on app.client to attune_app_definer;
grant select, update (state, opened_at, accepted_at) on app.invitation to attune_app_definer;
grant select (therapist_signup) on app.product_setting to attune_app_definer;
grant insert (account_id) on app.therapist_profile to attune_app_definer;
grant select (account_id) on app.therapist_profile to attune_app_definer;

set local role attune_app_definer;

create function def.role_of(account uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select p.role from app.profile p where p.account_id = account $$;
grant execute on function def.role_of(uuid) to attune_auth_app, attune_worker;

-- Oneself, and everybody whom a client record joins to oneself, from either side.
create function def.my_people() returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array[app.actor_id()]
    || array(select c.therapist_id from app.client c where c.account_id = app.actor_id())
    || array(select c.account_id from app.client c where c.therapist_id = app.actor_id() and c.account_id is not null)
$$;
grant execute on function def.my_people() to attune_owner, attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- The client records that are this account's.
create function def.my_records() returns uuid[] language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select array(select c.id from app.client c where c.account_id = app.actor_id()) $$;
grant execute on function def.my_records() to attune_owner, attune_app_client;

create function def.acting_as() returns text language sql stable set search_path = pg_catalog, pg_temp
  as $$ select replace(current_setting('role'), 'attune_', '') $$;
grant execute on function def.acting_as() to attune_owner;

-- Makes the first admin; later calls find one and do nothing. Under a lock, so that two at once make one.
create function def.make_first_admin(account uuid, address text, first text, last text, language text, zone text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('attune first admin'));
  if exists (select from app.profile p where p.role = 'admin') then
    return exists (select from app.profile p where p.role = 'admin' and p.account_id = account);
  end if;
  insert into app.profile (account_id, email, first_name, last_name, role, language, zone, onboarded_at)
    values (account, address, first, last, 'admin', language, zone, now());
  return true;
end $$;
grant execute on function def.make_first_admin(uuid, text, text, text, text, text) to attune_app_admin;

create function def.admin_exists() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select exists (select from app.profile p where p.role = 'admin') $$;
grant execute on function def.admin_exists() to attune_worker;

create function def.become_therapist(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.profile set role = 'therapist', updated_at = now() where account_id = account and role = 'client';
  if found then
    insert into app.calendar (therapist_id, account_id) values (account, account) on conflict (therapist_id) do nothing;
    insert into app.therapist_profile (account_id) values (account) on conflict (account_id) do nothing;
  end if;
end $$;

-- The admin's own therapist account, made in the same step as the first admin.
create function def.make_therapist(account uuid, address text, first text, last text, language text, zone text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.profile (account_id, email, first_name, last_name, language, zone, onboarded_at)
    values (account, address, first, last, language, zone, now()) on conflict (account_id) do nothing;
  perform def.become_therapist(account);
end $$;
grant execute on function def.make_therapist(uuid, text, text, text, text, text) to attune_app_admin;

-- Decides a waiting role request. Returns null where there is none, else the status that it has now.
create function def.decide_role(request uuid, approve boolean, why text, by_command uuid)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  row app.role_request;
begin
  select * into row from app.role_request r where r.id = request for update;
  if row.id is null or row.status <> 'waiting' then return row.status; end if;
  update app.role_request r
    set status = case when approve then 'approved' else 'declined' end, decided_at = now(), decided_by = app.actor_id(), reason = why, command = by_command
    where r.id = request;
  if approve then perform def.become_therapist(row.account_id); end if;
  return case when approve then 'approved' else 'declined' end;
end $$;
grant execute on function def.decide_role(uuid, boolean, text, uuid) to attune_app_admin;

-- Where signing up as a therapist is open (a demo), the account decides for itself.
create function def.become_therapist_openly() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select s.therapist_signup from app.product_setting s) <> 'open' then return false; end if;
  perform def.become_therapist(app.actor_id());
  return true;
end $$;
grant execute on function def.become_therapist_openly() to attune_app_client;

-- Binds the actor's account to the record that an invitation was made for. The caller has consumed the invitation's secret.
create function def.accept_invitation(invitation uuid)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  known uuid;
begin
  select * into inv from app.invitation i where i.id = invitation for update;
  if inv.id is null then return; end if;
  select c.id into known from app.client c where c.therapist_id = inv.therapist_id and c.account_id = app.actor_id();
  if known is not null then
    return query select known, false;
    return;
  end if;
  update app.client c set account_id = app.actor_id(), status = 'active', connected_at = now(), updated_at = now()
    where c.id = inv.client_id and c.account_id is null;
  if not found then return; end if;
  update app.invitation i set state = 'accepted', accepted_at = now() where i.id = invitation;
  update app.profile p set first_name = c.first_name, last_name = c.last_name, updated_at = now()
    from app.client c where c.id = inv.client_id and p.account_id = app.actor_id() and p.first_name = '' and p.last_name = '';
  return query select inv.client_id, true;
end $$;
grant execute on function def.accept_invitation(uuid) to attune_app_client;

-- What the page behind an invitation says, and that it was opened. The caller has proved that it holds the secret.
create function def.look_at_invitation(invitation uuid)
returns table (therapist_id uuid, therapist_name text, first_name text, email text, generation int, expires_at timestamptz, state text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.invitation i set state = 'opened', opened_at = now() where i.id = invitation and i.state = 'sent';
  return query select i.therapist_id, trim(p.first_name || ' ' || p.last_name), c.first_name, i.email, i.generation, i.expires_at, i.state
    from app.invitation i join app.client c on c.id = i.client_id join app.profile p on p.account_id = i.therapist_id
    where i.id = invitation;
end $$;
grant execute on function def.look_at_invitation(uuid) to attune_worker;

set local role attune_owner;

-- ── rights and policies ────────────────────────────────────────────────────────────────────────────────────────
grant select on app.profile to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;
grant insert (account_id, email, first_name, last_name, language, zone, onboarded_at) on app.profile to attune_app_client;
grant update (first_name, last_name, language, theme, zone, onboarded_at, updated_at) on app.profile to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_sees on app.profile for select to attune_app_therapist using (account_id = any ((select def.my_people())::uuid[]));
create policy client_sees on app.profile for select to attune_app_client using (account_id = any ((select def.my_people())::uuid[]));
create policy admin_sees on app.profile for select to attune_app_admin using (true);
create policy worker_sees on app.profile for select to attune_worker using (account_id = any ((select def.my_people())::uuid[]));
create policy client_begins on app.profile for insert to attune_app_client with check (account_id = (select app.actor_id()));
create policy therapist_edits on app.profile for update to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_edits on app.profile for update to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_edits on app.profile for update to attune_app_admin using (account_id = (select app.actor_id()));

grant select on app.therapist_profile to attune_app_therapist, attune_app_client, attune_app_admin;
grant insert (account_id, specialization, credentials, bio, about_me), update (specialization, credentials, bio, about_me, updated_at)
  on app.therapist_profile to attune_app_therapist, attune_app_client;
create policy therapist_sees on app.therapist_profile for select to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_sees on app.therapist_profile for select to attune_app_client using (account_id = any ((select def.my_people())::uuid[]));
create policy admin_sees on app.therapist_profile for select to attune_app_admin using (true);
create policy therapist_begins on app.therapist_profile for insert to attune_app_therapist with check (account_id = (select app.actor_id()));
create policy client_begins on app.therapist_profile for insert to attune_app_client with check (account_id = (select app.actor_id()));
create policy therapist_edits on app.therapist_profile for update to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_edits on app.therapist_profile for update to attune_app_client using (account_id = (select app.actor_id()));

grant select on app.role_request to attune_app_therapist, attune_app_client, attune_app_admin;
grant insert (id, account_id) on app.role_request to attune_app_client;
create policy therapist_sees on app.role_request for select to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_sees on app.role_request for select to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_sees on app.role_request for select to attune_app_admin using (true);
create policy client_asks on app.role_request for insert to attune_app_client with check (account_id = (select app.actor_id()));

grant select on app.calendar to attune_app_therapist;
create policy therapist_sees on app.calendar for select to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select on app.client to attune_app_therapist;
grant select (id, therapist_id, account_id, first_name, last_name, email, phone, date_of_birth, address, connected_at, disconnected_at) on app.client to attune_app_client;
grant select (id, therapist_id, account_id, email, language, status) on app.client to attune_worker;
grant insert (id, therapist_id, first_name, last_name, email, phone, date_of_birth, address, language, joined_at) on app.client to attune_app_therapist;
grant update (first_name, last_name, email, phone, date_of_birth, address, language, updated_at) on app.client to attune_app_therapist;
create policy therapist_sees on app.client for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.client for select to attune_app_client using (account_id = (select app.actor_id()));
create policy worker_sees on app.client for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy therapist_adds on app.client for insert to attune_app_therapist with check (therapist_id = (select app.actor_id()));
create policy therapist_edits on app.client for update to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select, delete on app.client_contact to attune_app_therapist;
grant insert (therapist_id, client_id, name, phone, relationship, is_emergency), update (name, phone, relationship) on app.client_contact to attune_app_therapist;
create policy therapist_keeps on app.client_contact for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select on app.client_note to attune_app_therapist;
grant insert (therapist_id, client_id, text), update (text, updated_at) on app.client_note to attune_app_therapist;
create policy therapist_keeps on app.client_note for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select on app.invitation to attune_app_therapist, attune_worker;
grant insert (id, therapist_id, client_id, email, language, sent_at, expires_at, command), update (email, language, generation, state, sent_at, expires_at, opened_at, command) on app.invitation to attune_app_therapist;
create policy therapist_keeps on app.invitation for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.invitation for select to attune_worker using (therapist_id = (select app.actor_id()));

grant select on app.product_setting to attune_app_admin, attune_worker;
grant update (practice_name, therapist_signup, tell_existing_accounts, public_url, public_key, public_key_since, public_key_command) on app.product_setting to attune_app_admin;
create policy admin_sees on app.product_setting for select to attune_app_admin using (true);
create policy admin_edits on app.product_setting for update to attune_app_admin using (true);
create policy worker_sees on app.product_setting for select to attune_worker using (true);

grant insert (actor_id, actor_role, action, thing, thing_id, request_id) on app.audit to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_writes on app.audit for insert to attune_app_therapist with check (actor_id = (select app.actor_id()));
create policy client_writes on app.audit for insert to attune_app_client with check (actor_id = (select app.actor_id()));
create policy admin_writes on app.audit for insert to attune_app_admin with check (actor_id = (select app.actor_id()));

do $$
declare
  name text;
begin
  foreach name in array array['profile', 'therapist_profile', 'role_request', 'calendar', 'client', 'client_contact', 'client_note', 'invitation', 'product_setting', 'audit'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
  end loop;
  foreach name in array array['profile', 'therapist_profile', 'role_request', 'calendar', 'client', 'invitation', 'product_setting'] loop
    execute format('create policy definer_reads on app.%I for all to attune_app_definer using (true)', name);
  end loop;
  for name in select c.relname from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' loop
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
