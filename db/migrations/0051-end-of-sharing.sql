grant delete on app.session_text_share to attune_app_definer;
create policy definer_revokes on app.session_text_share for delete to attune_app_definer using (true);

set local role attune_app_definer;

-- Ends a connection as before, and with it what was shared and the wishes that still wait.
create or replace function def.disconnect(record uuid, at timestamptz, by_command uuid)
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
      update app.session x set status = 'cancelled', revision = x.revision + 1, updated_at = now() where x.id = s.id;
      insert into app.session_history (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, command)
        values (owner, s.id, app.actor_id(), side, 'cancel', s.status, 'cancelled', s.starts_at, s.starts_at, gen_random_uuid());
    end if;
  end loop;
  update app.change_request w set state = 'expired', answered_at = now() where w.therapist_id = owner and w.client_id = record and w.state in ('open', 'countered');
  delete from app.session_text_share h where h.therapist_id = owner and h.client_id = record;
  update app.client c set status = 'inactive', disconnected_at = now(), updated_at = now() where c.id = record;
  insert into app.client_event (therapist_id, client_id, by_role, kind, command) values (owner, record, side, 'disconnected', by_command);
  return query select owner, person, true;
end $$;

-- Tells the others of a session of the acting client that it has a new time, in the therapist's name; returns the mails to send.
create function def.tell_others(session uuid, before timestamptz) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  s record;
  o record;
  therapist text;
  made uuid;
begin
  select x.id, x.therapist_id, x.starts_at, x.sequence into s from app.session x where x.id = tell_others.session
    and exists (select from app.session_client me where me.session_id = x.id and me.client_id = any (def.my_records()));
  if s.id is null then return; end if;
  select trim(p.first_name || ' ' || p.last_name) into therapist from app.profile p where p.account_id = s.therapist_id;
  for o in select c.id, c.account_id from app.session_client p join app.client c on c.id = p.client_id
    where p.session_id = s.id and p.answer <> 'declined' and not p.client_id = any (def.my_records()) order by c.id loop
    if o.account_id is null then
      return query insert into app.mail (id, kind, acting_for, subject_id, generation, contact_id)
        select gen_random_uuid(), 'guardian-moved', s.therapist_id, s.id, s.sequence, g.id from app.client_contact g
        where g.therapist_id = s.therapist_id and g.client_id = o.id and g.is_guardian and g.email is not null returning app.mail.id;
    else
      insert into app.notification (account_id, kind, params, related_type, related_id, person_id)
        values (o.account_id, 'session-moved', jsonb_build_object('name', therapist, 'startsAt', s.starts_at, 'startsAtBefore', before), 'session', s.id, s.therapist_id);
      made := gen_random_uuid();
      insert into app.mail (id, kind, account_id, acting_for, subject_id, generation) values (made, 'session-moved', o.account_id, s.therapist_id, s.id, s.sequence);
      return next made;
    end if;
  end loop;
end $$;
grant execute on function def.tell_others(uuid, timestamptz) to attune_app_client;

set local role attune_owner;
