-- Guardians act for clients with accounts of their own. A guardian has the rights that the therapist gave, in a database role of its own.

-- Returns the client for whom the acting guardian makes this call. Null while the call is about all clients for whom the guardian acts.
create function app.acting_for() returns uuid language sql stable set search_path = pg_catalog, pg_temp
  as $$ select nullif(current_setting('app.acting_for', true), '')::uuid $$;
comment on function app.acting_for() is 'feature: guardian';
grant execute on function app.acting_for() to attune_app_guardian, attune_app_definer;

create table app.guardian (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  -- The contact of the record that was invited. Saving a record replaces its contacts, so that there is no foreign key.
  contact_id uuid not null,
  -- The account that accepted the invitation. Null before, and after the account was deleted.
  account_id uuid references app.profile (account_id),
  -- The name of the contact when it was invited.
  name text not null check (length(name) between 1 and 200),
  relationship text not null default '' check (length(relationship) <= 100),
  email text not null check (email = lower(email) and length(email) <= 254),
  -- Why this person may act for the client. 'parent' ends with the client's majority, the others on `valid_until`.
  basis text not null default 'parent' check (basis in ('parent', 'court-order', 'power-of-attorney')),
  valid_until date,
  -- Each right with the moment from which on its rows can be seen: {"sessions": "2001-02-03T04:05:06Z"}, or "-infinity" for all rows.
  rights jsonb not null default '{}' check (jsonb_typeof(rights) = 'object'),
  -- Whether this guardian sees the names of the client's other guardians.
  knows_others boolean not null default false,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  -- Rights that pause come back when the client, or the therapist for a client without an account, renews them.
  paused_at timestamptz,
  ended_at timestamptz,
  version int not null default 1,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  check (accepted_at is not null or account_id is null)
);
comment on table app.guardian is 'owner: therapist; erasure: keep by def.end_guardian_of_account (record: who had which rights, without the account); disconnect: keep by def.end_guardians_of_record (their rights end); kept: record; feature: guardian';
create index guardian_client on app.guardian (therapist_id, client_id);
create index guardian_account on app.guardian (account_id);
create unique index guardian_contact on app.guardian (therapist_id, client_id, contact_id) where ended_at is null;
create unique index guardian_of_client on app.guardian (therapist_id, client_id, account_id) where ended_at is null;

-- The rights that are in force now. Follows `guardian` by a trigger; nothing else writes it.
create table app.guardian_right (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  therapist_id uuid not null,
  client_id uuid not null,
  kind text not null check (kind in ('sessions', 'requests', 'forms', 'invoices', 'superbills', 'messages', 'plan')),
  since timestamptz not null,
  primary key (account_id, therapist_id, client_id, kind),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.guardian_right is 'owner: therapist; erasure: delete; disconnect: delete; kept: few (one row per right of a guardian); feature: guardian';
create index guardian_right_client on app.guardian_right (therapist_id, client_id);

-- Whether the therapist keeps the session of this participant from guardians.
alter table app.session_client add column kept_from_guardians boolean not null default false;
grant select (kept_from_guardians), update (kept_from_guardians) on app.session_client to attune_app_therapist;
grant select (kept_from_guardians) on app.session_client to attune_app_definer, attune_worker;

-- ── rights of the therapist ───────────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on app.guardian, app.guardian_right to attune_app_therapist, attune_app_backup;
grant insert (id, therapist_id, client_id, contact_id, name, relationship, email, basis, valid_until, rights, knows_others),
  update (name, relationship, email, basis, valid_until, rights, knows_others, invited_at, paused_at, ended_at, version) on app.guardian to attune_app_therapist;
create policy therapist_keeps on app.guardian for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_sees on app.guardian_right for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy backup_reads on app.guardian for select to attune_app_backup using (true);
create policy backup_reads on app.guardian_right for select to attune_app_backup using (true);
grant select, update (account_id, accepted_at, paused_at, ended_at, version) on app.guardian to attune_app_definer;
grant select, insert, delete on app.guardian_right to attune_app_definer;
create policy definer_ends on app.guardian for all to attune_app_definer using (true);
create policy definer_follows on app.guardian_right for all to attune_app_definer using (true);

-- ── rights of a guardian ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
grant select (id, therapist_id, client_id, account_id, relationship, rights, knows_others, accepted_at, paused_at, ended_at) on app.guardian to attune_app_guardian;
create policy guardian_sees on app.guardian for select to attune_app_guardian using (account_id = (select app.actor_id()));
grant select on app.guardian_right to attune_app_guardian;
create policy guardian_sees on app.guardian_right for select to attune_app_guardian
  using (account_id = (select app.actor_id()) and client_id = coalesce((select app.acting_for()), client_id));
alter table app.guardian enable row level security, force row level security;
alter table app.guardian_right enable row level security, force row level security;

grant select (id, therapist_id, account_id, first_name, last_name, date_of_birth, disconnected_at) on app.client to attune_app_guardian;
create policy guardian_sees on app.client for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = client.therapist_id and r.client_id = client.id));
grant select on app.client_name to attune_app_guardian;

grant select (session_id, client_id, therapist_id, starts_at, answer) on app.session_client to attune_app_guardian;
create policy guardian_sees on app.session_client for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = session_client.therapist_id and r.client_id = session_client.client_id
    and r.kind = 'sessions' and r.since <= session_client.starts_at and not session_client.kept_from_guardians));
grant select (kept_from_guardians) on app.session_client to attune_app_guardian;
grant select (id, therapist_id, starts_at, ends_at, format, location, video_url, status, sequence, revision, therapy_type, created_at, updated_at, booked_at)
  on app.session to attune_app_guardian;
create policy guardian_sees on app.session for select to attune_app_guardian
  using (exists (select from app.session_client sc where sc.session_id = session.id));

grant insert (action, actor_id, actor_role, after, before, ip, request_id, thing, thing_id) on app.audit to attune_app_guardian;
create policy guardian_writes on app.audit for insert to attune_app_guardian with check (actor_id = (select app.actor_id()));

set local role attune_app_definer;

-- The acting guardian and the therapists of the clients for whom it acts.
create function def.my_guarded_people() returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array[app.actor_id()] || array(select r.therapist_id from app.guardian_right r where r.account_id = app.actor_id());
end $$;
comment on function def.my_guarded_people() is 'feature: guardian';
grant execute on function def.my_guarded_people() to attune_owner, attune_app_guardian;

-- Keeps `guardian_right` equal to the rights of guardians with an account that are neither paused nor ended.
create function def.follow_guardian() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.guardian_right r where r.therapist_id = old.therapist_id and r.client_id = old.client_id and r.account_id = old.account_id;
  if new.account_id is not null and new.paused_at is null and new.ended_at is null then
    insert into app.guardian_right (account_id, therapist_id, client_id, kind, since)
      select new.account_id, new.therapist_id, new.client_id, e.key, (e.value #>> '{}')::timestamptz from jsonb_each(new.rights) e;
  end if;
  return null;
end $$;
comment on function def.follow_guardian() is 'feature: guardian';
grant execute on function def.follow_guardian() to attune_owner;

-- Ends what a deleted account could do as a guardian.
create function def.end_guardian_of_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian g set ended_at = coalesce(g.ended_at, now()), version = g.version + 1 where g.account_id = account;
  update app.guardian g set account_id = null where g.account_id = account;
end $$;
comment on function def.end_guardian_of_account(uuid) is 'feature: guardian';
grant execute on function def.end_guardian_of_account(uuid) to attune_owner;

-- Ends the rights of all guardians of a record whose client and therapist disconnect.
create function def.end_guardians_of_record(therapist uuid, record uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian g set ended_at = moment, version = g.version + 1 where g.therapist_id = therapist and g.client_id = record and g.ended_at is null;
end $$;
comment on function def.end_guardians_of_record(uuid, uuid, timestamptz) is 'feature: guardian';
grant execute on function def.end_guardians_of_record(uuid, uuid, timestamptz) to attune_owner;

-- The people whom a job notifies on behalf of an account: those whom the account is connected to, and the guardians of a therapist's clients.
create function def.my_notified_people() returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return def.my_people()
    || array(select g.account_id from app.guardian g where g.therapist_id = app.actor_id() and g.account_id is not null and g.ended_at is null);
end $$;
comment on function def.my_notified_people() is 'feature: guardian';
grant execute on function def.my_notified_people() to attune_owner, attune_worker;

-- Whether the actor may notify an account: itself and the people whom it is connected to; a therapist the guardians of the own clients, and a
-- guardian's account the therapist who invited it or of a client for whom it acts; an admin anyone.
create or replace function def.may_tell(recipient uuid) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return recipient = any (def.my_people()) or def.acting_as() = 'app_admin'
    or exists (select from app.guardian g where g.therapist_id = app.actor_id() and g.account_id = recipient)
    or exists (select from app.guardian g where g.account_id = app.actor_id() and g.therapist_id = recipient and g.ended_at is null)
    or def.acting_as() = 'app_guardian' and recipient = any (def.my_guarded_people());
end $$;

grant execute on function def.confirm_login(text, timestamptz, text) to attune_app_guardian;
grant execute on function def.insert_notification(uuid, uuid, text, jsonb, text, uuid, uuid) to attune_app_guardian;
grant execute on function def.queue_push(uuid, text, uuid) to attune_app_guardian;
grant execute on function def.post_mail(uuid, uuid, text, uuid, uuid, int) to attune_app_guardian;

-- Announces each changed guardian to the therapist, the guardian and the client.
create function def.change_guardian() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'guardian', r.id, tg_op, array_remove(array[r.therapist_id, r.account_id, c.account_id], null),
      jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id, 'client_id', r.client_id)
    from changed r join app.client c on c.therapist_id = r.therapist_id and c.id = r.client_id;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_guardian() is 'feature: platform';
grant execute on function def.change_guardian() to attune_owner;

set local role attune_owner;

alter policy worker_sees on app.profile using (account_id = any ((select def.my_notified_people())::uuid[]));
alter policy worker_sees on app.notification_setting using (account_id = any ((select def.my_notified_people())::uuid[]));
create policy guardian_sees on app.profile for select to attune_app_guardian using (account_id = any ((select def.my_guarded_people())::uuid[]));
grant select (account_id, first_name, last_name, avatar_url, language, zone, disabled_at) on app.profile to attune_app_guardian;
grant select on app.person to attune_app_guardian;

create trigger follow after update on app.guardian for each row execute function def.follow_guardian();
create trigger change_insert after insert on app.guardian referencing new table as changed for each statement execute function def.change_guardian();
create trigger change_update after update on app.guardian referencing new table as changed for each statement execute function def.change_guardian();
