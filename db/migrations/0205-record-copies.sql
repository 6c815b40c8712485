-- A note, the details of a client or a form that the host brought back from a backup, on the machine, because its therapist asked for it. It is beside
-- the present one and never replaces it.

-- `record_id` is the id that the therapist sees in the record: the session of a note, the client, or the sent form. `data_of` is the moment that the
-- copy shows, and `content` what the contract of the feature says for its kind.
create table app.record_copy (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null references app.calendar (therapist_id),
  kind text not null check (kind in ('session-note', 'client-note', 'profile', 'form')),
  client_id uuid,
  session_id uuid,
  record_id uuid not null,
  data_of timestamptz not null,
  made_at timestamptz not null default now(),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (therapist_id, id),
  -- The same backup gives one copy.
  constraint record_copy_once unique (therapist_id, kind, record_id, data_of),
  check ((kind = 'session-note') = (session_id is not null)),
  check ((kind = 'session-note') = (client_id is null)),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete cascade
);
comment on table app.record_copy is 'owner: therapist; erasure: keep (record); disconnect: keep; kept: for ever (decision 0126); feature: record-copy';
create index record_copy_client on app.record_copy (therapist_id, client_id, data_of desc);
create index record_copy_session on app.record_copy (therapist_id, session_id, data_of desc);

grant select, delete on app.record_copy to attune_app_therapist;
grant select, insert (id, therapist_id, kind, client_id, session_id, record_id, data_of, made_at, content) on app.record_copy to attune_app_definer;
grant select on app.record_copy to attune_app_backup;
create policy therapist_keeps on app.record_copy for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_adds on app.record_copy for all to attune_app_definer using (true);
create policy backup_reads on app.record_copy for select to attune_app_backup using (true);
alter table app.record_copy enable row level security, force row level security;

grant select (deleted_at) on app.session to attune_app_definer;

-- Announces each copy to its therapist.
set local role attune_app_definer;

create function def.change_record_copy() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'record_copy', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_record_copy() is 'feature: platform';
grant execute on function def.change_record_copy() to attune_owner;

-- What the command asks about the present. No role of the app calls these functions.

-- Whether an account can still sign in: it was neither deleted nor closed.
create function def.has_account(account uuid) returns boolean language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.profile p where p.account_id = account and p.email <> '');
end $$;
comment on function def.has_account(uuid) is 'feature: profile';

-- The therapist and the clients of a session that is not deleted.
create function def.people_of_session(session uuid) returns table (therapist_id uuid, client_ids uuid[]) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.therapist_id, array(select c.client_id from app.session_client c where c.session_id = s.id)
    from app.session s where s.id = session and s.deleted_at is null;
end $$;
comment on function def.people_of_session(uuid) is 'feature: session';

-- Client records, and whether the account of each was erased or its connection ended. A client who leaves at this moment waits.
create function def.states_of_clients(records uuid[]) returns table (id uuid, therapist_id uuid, account_id uuid, connected_at timestamptz, is_ended boolean)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.therapist_id, c.account_id, c.connected_at, c.account_erased_at is not null or c.disconnected_at is not null
    from app.client c where c.id = any (records) order by c.id for share;
end $$;
comment on function def.states_of_clients(uuid[]) is 'feature: client';

-- Adds a copy. Returns its id; null if the therapist has the same one.
create function def.add_record_copy(therapist uuid, copy_kind text, client uuid, session uuid, record uuid, shown timestamptz, moment timestamptz, copied jsonb)
returns uuid language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  added uuid;
begin
  insert into app.record_copy (therapist_id, kind, client_id, session_id, record_id, data_of, made_at, content)
    values (therapist, copy_kind, client, session, record, shown, moment, copied)
    on conflict on constraint record_copy_once do nothing returning record_copy.id into added;
  return added;
end $$;
comment on function def.add_record_copy(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz, jsonb) is 'feature: record-copy';

revoke all on function def.has_account(uuid), def.people_of_session(uuid), def.states_of_clients(uuid[]),
  def.add_record_copy(uuid, text, uuid, uuid, uuid, timestamptz, timestamptz, jsonb) from public;

set local role attune_owner;

create trigger change_insert after insert on app.record_copy referencing new table as changed for each statement execute function def.change_record_copy();
create trigger change_delete after delete on app.record_copy referencing old table as changed for each statement execute function def.change_record_copy();
