-- When the check of video calls first passed, calls in Attune become the default of therapists who have not worked with the product yet. Admins see how
-- many calls there were, and never whose.

alter table app.product_setting add column video_checked_at timestamptz,
  add column video_checked_by uuid;
grant update (video_checked_at, video_checked_by) on app.product_setting to attune_app_admin;
grant select (video_checked_at) on app.product_setting to attune_app_definer;
grant select (created_at) on app.session to attune_app_definer;

set local role attune_app_definer;

-- Whether video sessions of a therapist who has saved no terms take place in Attune: the check has passed before their first session was entered.
create function def.calls_start_in_attune(therapist uuid) returns boolean language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
declare
  checked timestamptz := (select s.video_checked_at from app.product_setting s);
begin
  return checked is not null and not exists (select from app.session s where s.therapist_id = therapist and s.created_at < checked);
end $$;
comment on function def.calls_start_in_attune(uuid) is 'feature: terms';
revoke all on function def.calls_start_in_attune(uuid) from public;

-- The same for the acting therapist.
create function def.my_calls_start_in_attune() returns boolean language plpgsql security definer stable set search_path = pg_catalog, pg_temp as $$
begin
  return def.calls_start_in_attune(app.actor_id());
end $$;
comment on function def.my_calls_start_in_attune() is 'feature: terms';
revoke all on function def.my_calls_start_in_attune() from public;
grant execute on function def.my_calls_start_in_attune() to attune_app_therapist;

-- The number of calls of the last 30 days in which a therapist and a client met, and the minutes that they had together. The period is fixed, so that no
-- two answers differ by a single call that somebody has chosen.
create function def.video_call_counts() returns table (calls int, minutes int) language plpgsql security definer stable
set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select count(*)::int, (coalesce(sum(m.seconds), 0) / 60)::int from (
      select least(max(p.seconds) filter (where p.client_id is null), max(p.seconds) filter (where p.client_id is not null)) as seconds
      from app.video_call c join app.video_call_person p on p.therapist_id = c.therapist_id and p.call_id = c.id
      where c.started_at > now() - interval '30 days' and p.first_joined_at is not null group by c.id
      having bool_or(p.client_id is null) and bool_or(p.client_id is not null)) m;
end $$;
comment on function def.video_call_counts() is 'feature: call';
revoke all on function def.video_call_counts() from public;
grant execute on function def.video_call_counts() to attune_app_admin;

-- Books a session type for the acting client by the therapist's rule, and returns the rule. Returns null if no rule applies. The caller has locked
-- the calendar and found the time free; `room` replaces {room} in the link of a video call that is not in Attune.
create or replace function def.book_session(wish uuid, therapist uuid, wished_type uuid, from_at timestamptz, place text, room text, moment timestamptz)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
  offer record;
  terms record;
  is_call boolean;
begin
  perform from app.calendar c where c.therapist_id = therapist for update;
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active'
    and not def.is_disabled(c.therapist_id) for share;
  select o.* into offer from def.offered_session_types(therapist) o where o.id = wished_type;
  if record is null or offer.rule_id is null then return null; end if;
  select x.video_link, x.calls_in_attune into terms from app.session_terms x where x.therapist_id = therapist;
  is_call := offer.format = 'video' and coalesce(terms.calls_in_attune, def.calls_start_in_attune(therapist));
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, type_id, booked_at, video_url, in_attune)
    values (wish, therapist, from_at, from_at + make_interval(mins => offer.duration_minutes), offer.format, 'individual', place, 'confirmed',
      wished_type, moment, case when offer.format = 'video' and not is_call then nullif(replace(terms.video_link, '{room}', room), '') end, is_call);
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return offer.rule_id;
end $$;

-- Accepts an open offer for the acting client: inserts a confirmed session, or moves the session that the entry names. Returns the session, and
-- where it was moved its state, start and sequence before. Returns no row if the offer has ended. The caller has locked the calendar and found the
-- time free; `room` replaces {room} in the link of a video call that is not in Attune.
create or replace function def.accept_waiting_offer(offer uuid, wish uuid, room text, moment timestamptz)
returns table (session_id uuid, status_before text, starts_before timestamptz, sequence int) language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  o record;
  s record;
  terms record;
  is_call boolean;
begin
  select w.id, w.therapist_id, w.starts_at, w.ends_at, w.location, e.id as entry_id, e.client_id, e.session_id as moved, e.type_id, e.format into o
    from app.waiting_offer w join app.waiting_entry e on e.therapist_id = w.therapist_id and e.id = w.entry_id
    where w.id = offer and w.account_id = app.actor_id() and w.state = 'open' and w.expires_at > moment and e.ended_at is null for update of w, e;
  if o.id is null then return; end if;
  perform from app.calendar c where c.therapist_id = o.therapist_id for update;
  perform from app.client c where c.therapist_id = o.therapist_id and c.id = o.client_id and c.account_id = app.actor_id() and c.status = 'active'
    and not def.is_disabled(c.therapist_id) for share;
  if not found then return; end if;
  if o.moved is null then
    select x.video_link, x.calls_in_attune into terms from app.session_terms x where x.therapist_id = o.therapist_id;
    is_call := o.format = 'video' and coalesce(terms.calls_in_attune, def.calls_start_in_attune(o.therapist_id));
    insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, type_id, booked_at, video_url, in_attune)
      values (wish, o.therapist_id, o.starts_at, o.ends_at, o.format, 'individual', o.location, 'confirmed', o.type_id, moment,
        case when o.format = 'video' and not is_call then nullif(replace(terms.video_link, '{room}', room), '') end, is_call);
    insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (o.therapist_id, wish, o.client_id, o.starts_at, 'accepted');
    session_id := wish;
    sequence := 0;
  else
    select x.id, x.status, x.starts_at, x.sequence into s from app.session x where x.therapist_id = o.therapist_id and x.id = o.moved
      and x.status in ('scheduled', 'confirmed', 'rescheduled') and x.starts_at > moment
      and (select count(*) from app.session_client p where p.session_id = x.id and p.answer <> 'declined') = 1 for update;
    if s.id is null then return; end if;
    update app.session x set starts_at = o.starts_at, ends_at = o.ends_at, status = 'confirmed', sequence = x.sequence + 1, revision = x.revision + 1,
      booked_anyway = false, booked_at = moment, updated_at = moment, detached = x.series_id is not null where x.id = s.id;
    update app.session_client p set starts_at = o.starts_at, answer = 'accepted' where p.session_id = s.id and p.client_id = o.client_id;
    update app.change_request r set state = 'expired', answered_at = moment where r.session_id = s.id and r.state in ('open', 'countered');
    session_id := s.id;
    status_before := s.status;
    starts_before := s.starts_at;
    sequence := s.sequence + 1;
  end if;
  update app.waiting_offer w set state = 'accepted', answered_at = moment, session_id = accept_waiting_offer.session_id where w.id = offer;
  update app.waiting_entry e set ended_at = moment, ended_by = 'accepted' where e.id = o.entry_id;
  return next;
end $$;

set local role attune_owner;
