-- What the calendar's functions tell and do beyond the rights of those who call them: times without whose they are, a booking, the end of a series.

set local role attune_app_definer;

create or replace function def.erase_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.calendar_feed f where f.account_id = account;
  delete from app.imported_calendar i where i.therapist_id = account;
  delete from app.event e where e.therapist_id = account;
  delete from app.series s where s.therapist_id = account and s.kind = 'event';
  delete from app.absence a where a.therapist_id = account;
  delete from app.day_override d where d.therapist_id = account;
  delete from app.availability v where v.therapist_id = account;
  update app.client c set account_id = null, updated_at = now() where c.account_id = account;
  update app.profile p set email = '', avatar_url = null, updated_at = now() where p.account_id = account and p.role = 'therapist';
  delete from app.draft_key k where k.account_id = account;
  delete from app.profile p where p.account_id = account and p.role <> 'therapist';
end $$;

grant execute on function def.lock_calendar(uuid) to attune_worker;

-- The times at which a therapist is taken, by sessions or otherwise, without saying by what: for the therapist, for connected clients, for the product.
create function def.taken(therapist uuid, from_at timestamptz, until_at timestamptz, but uuid)
returns table (starts_at timestamptz, ends_at timestamptz, is_session boolean) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if therapist <> app.actor_id()
     and not exists (select from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active') then return; end if;
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
    order by 1 limit 20000;
end $$;
grant execute on function def.taken(uuid, timestamptz, timestamptz, uuid) to attune_app_therapist, attune_app_client, attune_worker;

create or replace function def.busy(therapist uuid, from_at timestamptz, until_at timestamptz, but uuid)
returns table (starts_at timestamptz, ends_at timestamptz) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select t.starts_at, t.ends_at from def.taken(therapist, from_at, until_at, but) t limit 1000;
end $$;

-- Whether times of a therapist are offered to the actor: to the therapist, and to clients whose connection stands.
create function def.may_book(therapist uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return therapist = app.actor_id()
    or exists (select from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active');
end $$;

-- When the sessions begin that count against what a day and a week may hold: those that stand, and those that took place or should have.
create function def.held(therapist uuid, from_at timestamptz, until_at timestamptz) returns table (at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.may_book(therapist) then return; end if;
  return query select s.starts_at from app.session s
    where s.therapist_id = therapist and s.starts_at >= from_at and s.starts_at < until_at
      and s.status in ('scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show')
    order by 1;
end $$;
grant execute on function def.may_book(uuid), def.held(uuid, timestamptz, timestamptz) to attune_app_therapist, attune_app_client;

-- As before, with the place where the therapist receives at that hour.
drop function def.request_session(uuid, uuid, timestamptz, timestamptz, text);
create function def.request_session(wish uuid, therapist uuid, from_at timestamptz, until_at timestamptz, wished_format text, place text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active' for share;
  if record is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status)
    values (wish, therapist, from_at, until_at, wished_format, 'individual', place, 'pending');
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;
grant execute on function def.request_session(uuid, uuid, timestamptz, timestamptz, text, text) to attune_app_client;

-- How the others of sessions of the acting client stand to them; without a row where there are none.
create function def.others_in_all(sessions uuid[]) returns table (session_id uuid, awaited int, accepted int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  mine uuid[] := def.my_records();
begin
  return query select o.session_id, count(*) filter (where o.answer = 'awaited')::int, count(*) filter (where o.answer = 'accepted')::int
  from app.session_client o
  where o.session_id = any (sessions) and not o.client_id = any (mine)
    and exists (select from app.session_client me where me.session_id = o.session_id and me.client_id = any (mine))
  group by o.session_id;
end $$;
grant execute on function def.others_in_all(uuid[]) to attune_app_client;

-- Which series have to be laid out further; ids alone, whosever they are.
create function def.series_to_extend(until_day date) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.id, s.therapist_id from app.series s where s.laid_out_until < until_day and (s.last_day is null or s.last_day > s.laid_out_until) limit 1000;
end $$;

-- Ends the series of a record that is inactive, where nobody else takes part any more: nothing is laid out beyond what stands.
create function def.end_series_of(record uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.series s set last_day = e.last, updated_at = now()
  from (select o.id, coalesce((select max(x.series_day) from app.session x
          where x.therapist_id = o.therapist_id and x.series_id = o.id and x.status not in ('cancelled', 'denied')), o.first_day - 1) as last
      from app.client c join app.series o on o.therapist_id = c.therapist_id and o.kind = 'session' and o.template -> 'clientIds' ? c.id::text
      where c.id = record and c.status = 'inactive' and app.actor_id() in (c.therapist_id, c.account_id)
        and not exists (select from app.client k where k.therapist_id = o.therapist_id and k.status <> 'inactive' and o.template -> 'clientIds' ? k.id::text)) e
  where s.id = e.id and (s.last_day is null or s.last_day > e.last);
end $$;
grant execute on function def.end_series_of(uuid) to attune_app_therapist;

-- Ends a connection as before, and with it the series.
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
  perform def.end_series_of(record);
  return query select owner, person, true;
end $$;

-- The acting client takes the time that the therapist set against a wish. The caller has locked the calendar and looked for what is in the
-- way. With others the session waits for them. Returns the state that the session has now; null where there is no such counter.
create or replace function def.take_counter(wish uuid, at timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  r record;
  state_now text;
begin
  select * into r from (select c.session_id, c.client_id, c.counter_starts_at, c.counter_ends_at from app.change_request c
    where c.id = wish and c.state = 'countered' and c.client_id = any (def.my_records()) for update) found;
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

-- Which calendars elsewhere are to be read now.
create function def.calendars_to_read(at timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.therapist_id from app.imported_calendar c where c.next_read_at <= at order by c.next_read_at limit 1000;
end $$;

-- The feed of an account, for whoever fetches it and knows its address; that is found out before it is noted that it was fetched, once a minute.
create function def.feed_of(account uuid) returns table (feed_id uuid, role text, mode text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.feed_id, p.role, f.mode from app.calendar_feed f join app.profile p on p.account_id = f.account_id where f.account_id = account;
end $$;
create function def.feed_fetched(account uuid, at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.calendar_feed f set fetched_at = at where f.account_id = account and (f.fetched_at is null or f.fetched_at < at - interval '1 minute');
end $$;
grant execute on function def.series_to_extend(date), def.calendars_to_read(timestamptz), def.feed_of(uuid), def.feed_fetched(uuid, timestamptz) to attune_worker;
