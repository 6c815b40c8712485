-- Ending a connection, undoing a join, and putting two records of one person together.

grant update (status, updated_at) on app.session to attune_app_definer;
grant select (answer, starts_at), update (answer) on app.session_client to attune_app_definer;
grant insert (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, command)
  on app.session_history to attune_app_definer;
create policy definer_cancels on app.session for update to attune_app_definer using (true);
create policy definer_answers on app.session_client for update to attune_app_definer using (true);
create policy definer_writes on app.session_history for insert to attune_app_definer with check (true);
grant delete on app.client to attune_app_definer;
-- A mail lists what was cancelled with the connection.
grant select (disconnected_at) on app.client to attune_worker;

set local role attune_app_definer;

-- Ends the connection of a record, by either side: sessions after `at` are cancelled without a fee, the record is inactive and keeps its
-- account. Of several participants only this one leaves. A cancelled session bears the moment of the end. The calendar is locked first, as
-- by every verb that takes a slot. Returns nothing where the record is not the actor's or never had an account.
create function def.disconnect(record uuid, at timestamptz, by_command uuid)
returns table (therapist_id uuid, account_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  owner uuid;
  person uuid;
  left_at timestamptz;
  side text;
  s record;
begin
  select c.therapist_id, c.account_id into owner, person from app.client c where c.id = record and app.actor_id() in (c.therapist_id, c.account_id);
  if owner is null or person is null then return; end if;
  perform from app.calendar k where k.therapist_id = owner for update;
  select c.account_id, c.disconnected_at into person, left_at from app.client c where c.id = record for update;
  if person is null then return; end if;
  if left_at is not null then
    return query select owner, person, false;
    return;
  end if;
  side := case when app.actor_id() = owner then 'therapist' else 'client' end;
  for s in select x.id, x.status, x.starts_at from app.session_client p join app.session x on x.id = p.session_id
    where p.client_id = record and p.starts_at > at and x.status in ('pending', 'scheduled', 'confirmed', 'rescheduled') order by x.id for update of x loop
    if exists (select from app.session_client o where o.session_id = s.id and o.client_id <> record and o.answer <> 'declined') then
      update app.session_client p set answer = 'declined' where p.session_id = s.id and p.client_id = record;
    else
      update app.session x set status = 'cancelled', updated_at = now() where x.id = s.id;
      insert into app.session_history (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, command)
        values (owner, s.id, app.actor_id(), side, 'cancel', s.status, 'cancelled', s.starts_at, s.starts_at, gen_random_uuid());
    end if;
  end loop;
  update app.client c set status = 'inactive', disconnected_at = now(), updated_at = now() where c.id = record;
  insert into app.client_event (therapist_id, client_id, by_role, kind, command) values (owner, record, side, 'disconnected', by_command);
  return query select owner, person, true;
end $$;
grant execute on function def.disconnect(uuid, timestamptz, uuid) to attune_app_therapist, attune_app_client;

-- Gives an own record back its time before the join. The caller has seen that nothing was written into it since.
create function def.unbind_record(record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set account_id = null, status = 'pending', connected_at = null, disconnected_at = null, updated_at = now()
    where c.id = record and c.therapist_id = app.actor_id();
end $$;
grant execute on function def.unbind_record(uuid) to attune_app_therapist;

-- Deletes an own record. One with sessions is held by them.
create function def.drop_record(record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.client c where c.id = record and c.therapist_id = app.actor_id();
end $$;
grant execute on function def.drop_record(uuid) to attune_app_therapist;

-- Hands the account of one own record over to another that has none.
create function def.hand_over_account(from_record uuid, to_record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  state text;
  since timestamptz;
  left_at timestamptz;
begin
  select c.account_id, c.status, c.connected_at, c.disconnected_at into person, state, since, left_at from app.client c
    where c.id = from_record and c.therapist_id = app.actor_id();
  if person is null then return; end if;
  update app.client c set account_id = null where c.id = from_record;
  update app.client c set account_id = person, status = state, connected_at = since, disconnected_at = left_at, updated_at = now()
    where c.id = to_record and c.therapist_id = app.actor_id() and c.account_id is null;
  if not found then raise exception 'the other record has an account' using errcode = 'restrict_violation'; end if;
end $$;
grant execute on function def.hand_over_account(uuid, uuid) to attune_app_therapist;

set local role attune_owner;
