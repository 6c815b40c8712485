-- What happened with a client, the people around a client, statuses without an account, and the therapist's standing code.

-- The story of a record. It refers to the record by its id alone: what was done to a record stands after the record is gone, and a
-- repeated act finds its command here.
create table app.client_event (
  id bigint generated always as identity primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  at timestamptz not null default now(),
  by_role text not null check (by_role in ('therapist', 'client', 'system')),
  kind text not null check (length(kind) <= 30),
  -- a state or a way, never text that somebody wrote
  detail text not null default '' check (length(detail) <= 30),
  command uuid,
  unique (therapist_id, command)
);
comment on table app.client_event is 'owner: therapist';
create index client_event_newest on app.client_event (therapist_id, client_id, at desc, id desc);

-- 0 is the emergency contact of the specification; guardians, payers and others follow in the order in which they were written.
alter table app.client_contact add column email text check (email = lower(email) and length(email) <= 254);
alter table app.client_contact add column place int not null default 0 check (place between 0 and 10);
drop index app.client_contact_one_emergency;
create unique index client_contact_place on app.client_contact (therapist_id, client_id, place);

alter table app.invitation drop constraint invitation_state_check;
alter table app.invitation add constraint invitation_state_check check (state in ('sent', 'opened', 'accepted', 'revoked'));

alter table app.client no force row level security;
insert into app.client_event (therapist_id, client_id, at, by_role, kind) select therapist_id, id, created_at, 'therapist', 'added' from app.client;
insert into app.client_event (therapist_id, client_id, at, by_role, kind)
  select therapist_id, id, connected_at, 'client', 'joined' from app.client where connected_at is not null;
alter table app.client force row level security;

-- Codes that anybody may hold: of each only the HMAC, which says whose it is. Unlike a single-use secret it stays until it is replaced.
create table auth.standing_code (
  therapist_id uuid primary key references auth."user" (id) on delete cascade,
  code_hash bytea not null unique check (length(code_hash) = 32),
  generation int not null,
  since timestamptz not null,
  command uuid
);
comment on table auth.standing_code is 'owner: account';
grant select, insert, update, delete on auth.standing_code to attune_auth_app;

-- ── rights and policies ────────────────────────────────────────────────────────────────────────────────────────
grant select on app.client_event to attune_app_therapist;
grant insert (therapist_id, client_id, by_role, kind, detail, command) on app.client_event to attune_app_therapist;
create policy therapist_keeps on app.client_event for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
grant select (therapist_id, client_id, kind, command), insert (therapist_id, client_id, by_role, kind, detail, command) on app.client_event to attune_app_definer;
create policy definer_writes on app.client_event for all to attune_app_definer using (true);
grant select on app.client_event to attune_app_backup;
create policy backup_reads on app.client_event for select to attune_app_backup using (true);
alter table app.client_event enable row level security, force row level security;

grant insert (id, email, place, is_guardian, is_payer) on app.client_contact to attune_app_therapist;
grant update (status) on app.client to attune_app_therapist;
grant select (email, connected_at), insert (id, therapist_id, account_id, first_name, last_name, email, language, status, connected_at), update (disconnected_at)
  on app.client to attune_app_definer;

set local role attune_app_definer;

create function def.note_client_event(record uuid, by_role text, kind text, detail text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.client_event (therapist_id, client_id, by_role, kind, detail)
    select c.therapist_id, c.id, note_client_event.by_role, note_client_event.kind, note_client_event.detail from app.client c where c.id = record;
end $$;

-- Makes a record the actor's own and active. Who has no name yet takes that of the record.
create function def.bind_record(record uuid, kind text, detail text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set account_id = app.actor_id(), status = 'active', connected_at = now(), disconnected_at = null, updated_at = now()
    where c.id = record;
  update app.profile p set first_name = c.first_name, last_name = c.last_name, updated_at = now()
    from app.client c where c.id = record and p.account_id = app.actor_id() and p.first_name = '' and p.last_name = '';
  perform def.note_client_event(record, 'client', kind, detail);
end $$;

-- Binds the actor's account to the record that an invitation was made for; a record of this therapist that the account had before is
-- restored instead. The calendar is locked first: who joins in two ways at once has one record. The caller has consumed the secret.
create or replace function def.accept_invitation(invitation uuid)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  known uuid;
  left_at timestamptz;
begin
  perform from app.calendar k where k.therapist_id = (select i.therapist_id from app.invitation i where i.id = invitation) for update;
  select * into inv from app.invitation i where i.id = invitation for update;
  if inv.id is null or inv.state = 'revoked' then return; end if;
  select c.id, c.disconnected_at into known, left_at from app.client c where c.therapist_id = inv.therapist_id and c.account_id = app.actor_id();
  if known is not null and left_at is null then
    return query select known, false;
    return;
  end if;
  if known is null then
    perform from app.client c where c.id = inv.client_id and c.account_id is null for update;
    if not found then return; end if;
  end if;
  update app.invitation i set state = 'accepted', accepted_at = now() where i.id = invitation;
  if known is null then perform def.bind_record(inv.client_id, 'joined', 'invitation');
  else perform def.bind_record(known, 'reconnected', 'invitation');
  end if;
  return query select coalesce(known, inv.client_id), true;
end $$;

-- Connects the actor with a therapist whose standing code they hold; the caller has proved that. A record that they had is restored;
-- one pending record with their proved address becomes theirs; else a new one is made.
create function def.join_therapist(therapist uuid)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  left_at timestamptz;
  waiting uuid[];
begin
  perform from app.calendar k where k.therapist_id = therapist for update;
  if not found then return; end if;
  select c.id, c.disconnected_at into record, left_at from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id();
  if record is not null then
    if left_at is not null then perform def.bind_record(record, 'reconnected', 'code'); end if;
    return query select record, left_at is not null;
    return;
  end if;
  waiting := array(select c.id from app.client c join app.profile p on p.email = c.email
    where c.therapist_id = therapist and c.account_id is null and c.status = 'pending' and p.account_id = app.actor_id() limit 2);
  if cardinality(waiting) = 1 then
    record := waiting[1];
    update app.invitation i set state = 'accepted', accepted_at = now() where i.client_id = record and i.state in ('sent', 'opened');
    perform def.bind_record(record, 'joined', 'code');
  else
    record := gen_random_uuid();
    insert into app.client (id, therapist_id, first_name, last_name, email, language)
      select record, therapist, coalesce(nullif(p.first_name, ''), left(split_part(p.email, '@', 1), 100)), coalesce(nullif(p.last_name, ''), '–'), p.email, p.language
      from app.profile p where p.account_id = app.actor_id();
    if not found then return; end if;
    perform def.bind_record(record, 'joined', 'new');
  end if;
  return query select record, true;
end $$;
grant execute on function def.join_therapist(uuid) to attune_app_client;

create or replace function def.look_at_invitation(invitation uuid)
returns table (therapist_id uuid, therapist_name text, first_name text, email text, generation int, expires_at timestamptz, state text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid;
begin
  update app.invitation i set state = 'opened', opened_at = now() where i.id = invitation and i.state = 'sent' returning i.client_id into opened;
  if opened is not null then perform def.note_client_event(opened, 'client', 'invitation-opened', ''); end if;
  return query select i.therapist_id, trim(p.first_name || ' ' || p.last_name), c.first_name, i.email, i.generation, i.expires_at, i.state
    from app.invitation i join app.client c on c.id = i.client_id join app.profile p on p.account_id = i.therapist_id
    where i.id = invitation;
end $$;

create or replace function def.send_fresh_invitation(invitation uuid, at timestamptz, valid_for interval, apart interval)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  made uuid := gen_random_uuid();
begin
  update app.invitation i
    set generation = i.generation + 1, state = 'sent', opened_at = null, sent_at = at, expires_at = at + valid_for
    from app.client c
    where i.id = invitation and c.id = i.client_id and c.account_id is null and i.state not in ('accepted', 'revoked') and i.sent_at <= at - apart
    returning i.* into inv;
  if inv.id is null then return null; end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, 'invitation', null, inv.therapist_id, inv.id, inv.generation);
  perform def.note_client_event(inv.client_id, 'client', 'invited', 'again');
  return made;
end $$;

set local role attune_owner;
