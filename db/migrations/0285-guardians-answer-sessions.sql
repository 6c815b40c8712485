-- Guardians answer, request, move and cancel the sessions of the client for whom they act.

alter table app.session_history drop constraint session_history_by_role_check,
  add constraint session_history_by_role_check check (by_role in ('therapist', 'client', 'product', 'guardian'));

-- ── rights of a guardian ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
grant select (series_id), update (detached, revision, status, updated_at) on app.session to attune_app_guardian;
create policy guardian_answers on app.session for update to attune_app_guardian
  using (exists (select from app.session_client sc where sc.session_id = session.id));

grant select (attendance, late_cancel), update (answer) on app.session_client to attune_app_guardian;
create policy guardian_answers on app.session_client for update to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = session_client.therapist_id and r.client_id = session_client.client_id
    and r.kind = 'sessions' and r.since <= session_client.starts_at and not session_client.kept_from_guardians));

-- Reasons are not granted: a guardian reads no text that someone else wrote.
grant select (id, therapist_id, session_id, at, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, client_id, command),
  insert (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, reason, client_id, command, act)
  on app.session_history to attune_app_guardian;
create policy guardian_sees on app.session_history for select to attune_app_guardian
  using (exists (select from app.session_client sc where sc.session_id = session_history.session_id));
create policy guardian_writes on app.session_history for insert to attune_app_guardian
  with check (exists (select from app.session_client sc where sc.session_id = session_history.session_id));

grant select, insert (answered_at, client_id, id, kind, late, original_ends_at, original_starts_at, proposed_ends_at, proposed_starts_at, reason, session_id, state,
  therapist_id), update (answered_at, state) on app.change_request to attune_app_guardian;
create policy guardian_sees on app.change_request for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = change_request.therapist_id and r.client_id = change_request.client_id
    and r.kind = 'sessions' and r.since <= change_request.original_starts_at
    and exists (select from app.session_client sc where sc.session_id = change_request.session_id and sc.client_id = change_request.client_id)));
create policy guardian_answers on app.change_request for update to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = change_request.therapist_id and r.client_id = change_request.client_id
    and r.kind = 'sessions' and r.since <= change_request.original_starts_at
    and exists (select from app.session_client sc where sc.session_id = change_request.session_id and sc.client_id = change_request.client_id)));
create policy guardian_asks on app.change_request for insert to attune_app_guardian
  with check (exists (select from app.guardian_right r where r.therapist_id = change_request.therapist_id and r.client_id = change_request.client_id
    and r.kind = 'requests' and r.since <= change_request.original_starts_at));

grant select (accept_early_cancels, cancel_blocked_hours, cancel_late_hours, duration_minutes, move_blocked_hours, move_late_hours, propose_times, therapist_id)
  on app.session_terms to attune_app_guardian;
create policy guardian_reads on app.session_terms for select to attune_app_guardian using (therapist_id = any ((select def.my_guarded_people())::uuid[]));
grant select (buffer_after, buffer_before, horizon_days, notice_minutes, per_day, per_week, step_minutes, therapist_id, weekly)
  on app.availability to attune_app_guardian;
create policy guardian_reads on app.availability for select to attune_app_guardian using (therapist_id = any ((select def.my_guarded_people())::uuid[]));
grant select on app.day_override to attune_app_guardian;
create policy guardian_reads on app.day_override for select to attune_app_guardian using (therapist_id = any ((select def.my_guarded_people())::uuid[]));

grant select, update (is_read, updated_at) on app.notification to attune_app_guardian;
create policy guardian_reads on app.notification for select to attune_app_guardian using (account_id = (select app.actor_id()));
create policy guardian_marks on app.notification for update to attune_app_guardian using (account_id = (select app.actor_id()));

set local role attune_app_definer;

-- The records for which the actor takes part in a session: the own ones of a client; for a guardian the client for whom they act, if they may see the
-- session.
create function def.acting_records_in(session uuid) returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if def.acting_as() <> 'app_guardian' then return def.my_records(); end if;
  return array(select sc.client_id from app.session_client sc
    join app.guardian_right r on r.therapist_id = sc.therapist_id and r.client_id = sc.client_id and r.kind = 'sessions' and r.since <= sc.starts_at
    where sc.session_id = acting_records_in.session and not sc.kept_from_guardians
      and r.account_id = app.actor_id() and r.client_id = app.acting_for());
end $$;
comment on function def.acting_records_in(uuid) is 'feature: guardian';
grant execute on function def.acting_records_in(uuid) to attune_owner;

-- The active record for which the actor plans sessions with a therapist: the own one of a client; for a guardian the client for whom they act.
create function def.acting_record(therapist uuid) returns uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if def.acting_as() <> 'app_guardian' then
    return (select c.id from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active');
  end if;
  return (select c.id from app.client c where c.therapist_id = therapist and c.id = app.acting_for() and c.status = 'active'
    and exists (select from app.guardian_right r where r.account_id = app.actor_id() and r.therapist_id = c.therapist_id and r.client_id = c.id
      and r.kind in ('sessions', 'requests')));
end $$;
comment on function def.acting_record(uuid) is 'feature: guardian';
grant execute on function def.acting_record(uuid) to attune_owner;

-- The names of the guardians in the history of a session: all for the therapist and for the client, for a guardian the own one, and the others' if the
-- therapist lets them know of each other.
create function def.guardian_names_in(session uuid) returns table (account_id uuid, name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct on (g.account_id) g.account_id, g.name
    from app.session_client sc join app.guardian g on g.therapist_id = sc.therapist_id and g.client_id = sc.client_id
    where sc.session_id = guardian_names_in.session and g.account_id is not null
      and (g.therapist_id = app.actor_id() or g.client_id = any (def.acting_records_in(guardian_names_in.session))
        and (def.acting_as() <> 'app_guardian' or g.account_id = app.actor_id()
          or exists (select from app.guardian me where me.therapist_id = g.therapist_id and me.client_id = g.client_id and me.account_id = app.actor_id()
            and me.ended_at is null and me.knows_others)))
    order by g.account_id, g.ended_at nulls first;
end $$;
comment on function def.guardian_names_in(uuid) is 'feature: guardian';
grant execute on function def.guardian_names_in(uuid) to attune_app_therapist, attune_app_client, attune_app_guardian;

create or replace function def.others_in(session uuid) returns table (awaited int, accepted int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  mine uuid[] := def.acting_records_in(others_in.session);
begin
  return query select count(*) filter (where o.answer = 'awaited')::int, count(*) filter (where o.answer = 'accepted')::int
  from app.session_client o
  where o.session_id = others_in.session and not o.client_id = any (mine)
    and exists (select from app.session_client me where me.session_id = o.session_id and me.client_id = any (mine));
end $$;

create or replace function def.other_participants(session uuid) returns table (id uuid, account_id uuid, status text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  mine uuid[] := def.acting_records_in(other_participants.session);
begin
  return query select c.id, c.account_id, c.status from app.session_client p join app.client c on c.id = p.client_id
    where p.session_id = other_participants.session and p.answer <> 'declined' and not p.client_id = any (mine)
      and exists (select from app.session_client me where me.session_id = p.session_id and me.client_id = any (mine))
    order by c.id;
end $$;

create or replace function def.take_counter(wish uuid, at timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  state_now text;
begin
  select * into r from (select c.session_id, c.client_id, c.counter_starts_at, c.counter_ends_at from app.change_request c
    where c.id = wish and c.state = 'countered' and c.client_id = any (def.acting_records_in(c.session_id)) for update) found;
  if r.session_id is null then return null; end if;
  update app.session_client p set starts_at = r.counter_starts_at,
    answer = case when p.answer = 'declined' then 'declined' when p.client_id = r.client_id then 'accepted' else 'awaited' end
    where p.session_id = r.session_id;
  state_now := case when exists (select from app.session_client p where p.session_id = r.session_id and p.answer = 'awaited') then 'rescheduled' else 'confirmed' end;
  update app.session s set starts_at = r.counter_starts_at, ends_at = r.counter_ends_at, status = state_now, sequence = s.sequence + 1,
    revision = s.revision + 1, booked_anyway = false, booked_at = at, updated_at = at, detached = s.series_id is not null where s.id = r.session_id;
  update app.change_request c set state = 'accepted', answered_at = at where c.id = wish;
  return state_now;
end $$;

create or replace function def.is_reachable(therapist uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.client c join app.profile p on p.account_id = c.therapist_id
    where c.therapist_id = therapist and p.disabled_at is null
      and (app.actor_id() in (c.therapist_id, c.account_id) or c.id = def.acting_record(therapist)));
end $$;

create or replace function def.lock_calendar(therapist uuid) returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if therapist <> app.actor_id() and def.acting_record(therapist) is null then return false; end if;
  perform from app.calendar c where c.therapist_id = therapist for update;
  return found;
end $$;

create or replace function def.may_book(therapist uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return therapist = app.actor_id() or def.acting_record(therapist) is not null;
end $$;

create or replace function def.taken(therapist uuid, from_at timestamptz, until_at timestamptz, but uuid)
returns table (starts_at timestamptz, ends_at timestamptz, is_session boolean) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if therapist <> app.actor_id() and def.acting_record(therapist) is null then return; end if;
  return query
    select s.starts_at, s.ends_at, true from app.session s
      where s.therapist_id = therapist and s.starts_at < until_at and s.starts_at > from_at - interval '24 hours' and s.ends_at > from_at
        and s.status in ('scheduled', 'confirmed', 'rescheduled') and s.id is distinct from but
    union all
    select e.starts_at, e.ends_at, false from app.event e
      where e.therapist_id = therapist and e.starts_at < until_at and e.starts_at > from_at - interval '24 hours' and e.ends_at > from_at
    union all
    select i.starts_at, i.ends_at, false from app.imported_event i
      where i.therapist_id = therapist and i.starts_at < until_at and i.starts_at > from_at - interval '25 hours' and i.ends_at > from_at
    union all
    select a.starts_at, a.ends_at, false from app.absence a
      where a.therapist_id = therapist and a.starts_at < until_at and a.ends_at > from_at
    union all
    select o.starts_at, o.ends_at, true from app.waiting_offer o
      where therapist <> app.actor_id() and o.therapist_id = therapist and tstzrange(o.starts_at, o.ends_at) && tstzrange(from_at, until_at)
        and o.state = 'open' and o.account_id <> app.actor_id()
    order by 1 limit 20000;
end $$;

create or replace function def.request_session(wish uuid, therapist uuid, from_at timestamptz, until_at timestamptz, wished_format text, place text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.id = def.acting_record(therapist) and c.status = 'active'
    and not def.is_disabled(c.therapist_id)
    and (def.acting_as() <> 'app_guardian' or exists (select from app.guardian_right r where r.account_id = app.actor_id()
      and r.therapist_id = c.therapist_id and r.client_id = c.id and r.kind = 'requests')) for share;
  if record is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status)
    values (wish, therapist, from_at, until_at, wished_format, 'individual', place, 'pending');
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;

create or replace function def.may_notify(recipient uuid, subject uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return def.may_tell(recipient)
    or exists (select from app.profile p where p.account_id = recipient and p.role = 'admin'
      and (subject = app.actor_id() or app.actor_id() is null and def.acting_as() = 'worker'))
    or exists (select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        join app.client c on c.id = p.client_id
      where me.session_id = subject and me.client_id = any (def.acting_records_in(subject)) and p.answer <> 'declined'
        and (c.account_id = recipient or exists (select from app.guardian_right g where g.account_id = recipient and g.therapist_id = p.therapist_id
          and g.client_id = p.client_id and g.kind = 'sessions' and g.since <= p.starts_at and not p.kept_from_guardians)));
end $$;

grant execute on function def.others_in(uuid), def.other_participants(uuid), def.take_counter(uuid, timestamptz), def.is_reachable(uuid), def.lock_calendar(uuid),
  def.may_book(uuid), def.taken(uuid, timestamptz, timestamptz, uuid), def.busy(uuid, timestamptz, timestamptz, uuid), def.held(uuid, timestamptz, timestamptz),
  def.request_session(uuid, uuid, timestamptz, timestamptz, text, text) to attune_app_guardian;
