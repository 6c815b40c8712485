-- The therapist's calendar: open hours, absences, busy blocks, series, calendars read from elsewhere, and the feed for others.

-- When clients may book. Without a row the therapist is open at no time, and clients propose.
create table app.availability (
  therapist_id uuid primary key references app.calendar (therapist_id),
  -- ranges of a week in the therapist's zone: [{weekday, from, until, formats, location}], as the contract has them
  weekly jsonb not null default '[]',
  buffer_before int not null default 0 check (buffer_before between 0 and 240),
  buffer_after int not null default 0 check (buffer_after between 0 and 240),
  notice_minutes int not null default 1440 check (notice_minutes between 0 and 129600),
  horizon_days int not null default 56 check (horizon_days between 1 and 366),
  step_minutes int not null default 30 check (step_minutes between 5 and 240),
  per_day int check (per_day between 1 and 100),
  per_week int check (per_week between 1 and 500),
  version int not null default 0,
  updated_at timestamptz not null default now()
);
comment on table app.availability is 'owner: therapist';

-- A day on which other hours hold than those of the week; without a range the therapist is closed.
create table app.day_override (
  therapist_id uuid not null references app.calendar (therapist_id),
  day date not null,
  ranges jsonb not null,
  primary key (therapist_id, day)
);
comment on table app.day_override is 'owner: therapist';

create table app.absence (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  title text not null default '' check (length(title) <= 200),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- whole days of the therapist's zone
  whole_days boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at > starts_at and ends_at <= starts_at + interval '1100 days')
);
comment on table app.absence is 'owner: therapist';
create index absence_by_end on app.absence (therapist_id, ends_at, starts_at);

-- What repeats: a rule in wall-clock time of a zone. Its occurrences are real rows, twelve months ahead.
create table app.series (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  kind text not null check (kind in ('session', 'event')),
  repeat jsonb not null,
  zone text not null check (length(zone) <= 64),
  first_day date not null,
  time text not null check (time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  duration_minutes int not null check (duration_minutes between 1 and 1440),
  -- what each occurrence is made with: for sessions clients, format, kind of therapy, place; for events title and place
  template jsonb not null,
  -- occurrences up to this day have been laid out
  laid_out_until date not null,
  -- the last day on which it may have an occurrence, where it was ended or went on as another
  last_day date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.series is 'owner: therapist';
create index series_to_extend on app.series (therapist_id, laid_out_until) where last_day is null;

-- A day of a series that was left out: by wish, or because the time was taken when it was laid out.
create table app.series_gap (
  therapist_id uuid not null,
  series_id uuid not null,
  day date not null,
  primary key (therapist_id, series_id, day),
  foreign key (therapist_id, series_id) references app.series (therapist_id, id) on delete cascade
);
comment on table app.series_gap is 'owner: therapist';

alter table app.session
  add column series_id uuid,
  -- the day of the rule that this row stands for, wherever it was moved to: with the series it is there once
  add column series_day date,
  -- moved or called off by itself: a change of the series leaves it as it is
  add column detached boolean not null default false,
  add check ((series_id is null) = (series_day is null));
alter table app.session no force row level security;
alter table app.series no force row level security;
alter table app.session add foreign key (therapist_id, series_id) references app.series (therapist_id, id);
alter table app.session force row level security;
create unique index session_of_series on app.session (therapist_id, series_id, series_day) where series_id is not null;
create index session_series on app.session (therapist_id, series_id);

-- The steps of one act upon many sessions share its id.
alter table app.session_history add column act uuid;
create index session_history_act on app.session_history (therapist_id, act) where act is not null;

-- A busy block. It may last a day; what lasts longer is an absence.
create table app.event (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  title text not null check (length(title) between 1 and 200),
  location text not null default '' check (length(location) <= 200),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  series_id uuid,
  series_day date,
  detached boolean not null default false,
  revision int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (therapist_id, series_id) references app.series (therapist_id, id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  check (starts_at between '2000-01-01' and '2100-01-01'),
  check ((series_id is null) = (series_day is null))
);
comment on table app.event is 'owner: therapist';
create index event_by_start on app.event (therapist_id, starts_at, id);
create unique index event_of_series on app.event (therapist_id, series_id, series_day) where series_id is not null;
create index event_series on app.event (therapist_id, series_id);

-- A calendar elsewhere that is read every quarter of an hour. Its address is a secret that is never shown again.
create table app.imported_calendar (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  name text not null check (length(name) between 1 and 100),
  address text not null check (length(address) <= 2000),
  state text not null default 'new' check (state in ('new', 'ok', 'failing')),
  error text check (length(error) <= 40),
  failures int not null default 0,
  events int not null default 0,
  -- when it was last read well, and since when it cannot be read
  read_at timestamptz,
  failing_since timestamptz,
  -- the therapist is told once of a calendar that stays unreadable
  told_at timestamptz,
  next_read_at timestamptz not null default now(),
  -- of what was read last, so that the same again changes nothing
  digest text check (length(digest) <= 100),
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.imported_calendar is 'owner: therapist';
create index imported_calendar_due on app.imported_calendar (therapist_id, next_read_at);

-- What such a calendar holds: pieces of at most a day.
create table app.imported_event (
  therapist_id uuid not null,
  calendar_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  number int not null,
  title text not null default '' check (length(title) <= 200),
  primary key (therapist_id, calendar_id, number),
  foreign key (therapist_id, calendar_id) references app.imported_calendar (therapist_id, id) on delete cascade,
  check (ends_at > starts_at and ends_at <= starts_at + interval '25 hours')
);
comment on table app.imported_event is 'owner: therapist';
create index imported_event_by_start on app.imported_event (therapist_id, starts_at);

-- The feed of an account. Its address is derived from account and `feed_id` with a key that is not in the database.
create table app.calendar_feed (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  feed_id uuid not null,
  mode text not null check (mode in ('busy', 'code', 'initials', 'name')),
  created_at timestamptz not null default now(),
  fetched_at timestamptz
);
comment on table app.calendar_feed is 'owner: account';

-- The therapist's own code for a client, for calendars that others may see.
alter table app.client add column code text not null default '' check (length(code) <= 20);
grant insert (code), update (code) on app.client to attune_app_therapist;

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare
  t record;
begin
  for t in select * from (values
    ('availability', 'therapist_id, weekly, buffer_before, buffer_after, notice_minutes, horizon_days, step_minutes, per_day, per_week',
      'weekly, buffer_before, buffer_after, notice_minutes, horizon_days, step_minutes, per_day, per_week, version, updated_at', null),
    ('day_override', 'therapist_id, day, ranges', 'ranges', 'delete'),
    ('absence', 'id, therapist_id, title, starts_at, ends_at, whole_days', 'title, starts_at, ends_at, whole_days, updated_at', 'delete'),
    ('series', 'id, therapist_id, kind, repeat, zone, first_day, time, duration_minutes, template, laid_out_until, last_day',
      'repeat, zone, first_day, time, duration_minutes, template, laid_out_until, last_day, updated_at', null),
    ('series_gap', 'therapist_id, series_id, day', null, 'delete'),
    ('event', 'id, therapist_id, title, location, starts_at, ends_at, series_id, series_day, detached',
      'title, location, starts_at, ends_at, series_id, series_day, detached, revision, updated_at', 'delete'),
    ('imported_calendar', 'id, therapist_id, name, address, next_read_at', 'name, address, state, error, failures, next_read_at, digest', 'delete'),
    ('imported_event', null, null, null)
  ) as v (name, inserts, updates, deletes) loop
    execute format('grant select on app.%I to attune_app_therapist', t.name);
    if t.inserts is not null then execute format('grant insert (%s) on app.%I to attune_app_therapist', t.inserts, t.name); end if;
    if t.updates is not null then execute format('grant update (%s) on app.%I to attune_app_therapist', t.updates, t.name); end if;
    if t.deletes is not null then execute format('grant delete on app.%I to attune_app_therapist', t.name); end if;
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', t.name);
  end loop;
end $$;

grant insert (series_id, series_day), update (series_id, series_day, detached) on app.session to attune_app_therapist;
grant select (series_id, series_day) on app.session to attune_app_client, attune_worker;
-- Whoever moves or ends a session of a series by itself marks it so.
grant update (detached) on app.session to attune_app_client, attune_worker;
grant insert (act) on app.session_history to attune_app_therapist, attune_app_client, attune_worker;
grant select (act) on app.session_history to attune_app_client;
-- The mail of an act upon many sessions lists them.
grant select (therapist_id, session_id, action, starts_at_after, act) on app.session_history to attune_worker;
create policy worker_reads on app.session_history for select to attune_worker using (therapist_id = (select app.actor_id()));

-- A client computes with the hours what may be booked; of absences, events and sessions of others it gets the times alone (def.taken).
grant select (therapist_id, weekly, buffer_before, buffer_after, notice_minutes, horizon_days, step_minutes, per_day, per_week) on app.availability to attune_app_client;
grant select on app.day_override to attune_app_client;
create policy client_reads on app.availability for select to attune_app_client using (therapist_id = any ((select def.my_people())::uuid[]));
create policy client_reads on app.day_override for select to attune_app_client using (therapist_id = any ((select def.my_people())::uuid[]));

-- The worker lays series out and reads calendars.
grant select on app.series, app.series_gap to attune_worker;
grant update (laid_out_until, last_day, updated_at) on app.series to attune_worker;
grant insert (therapist_id, series_id, day) on app.series_gap to attune_worker;
grant insert (id, therapist_id, starts_at, ends_at, format, therapy_type, location, video_url, status, booked_at, series_id, series_day) on app.session to attune_worker;
grant insert (therapist_id, session_id, client_id, starts_at, answer) on app.session_client to attune_worker;
grant select (id, therapist_id, title, starts_at, ends_at, series_id, series_day) on app.event to attune_worker;
grant insert (id, therapist_id, title, location, starts_at, ends_at, series_id, series_day) on app.event to attune_worker;
grant select (id, therapist_id, title, starts_at, ends_at) on app.absence to attune_worker;
grant select on app.imported_calendar to attune_worker;
grant update (state, error, failures, events, read_at, failing_since, told_at, next_read_at, digest) on app.imported_calendar to attune_worker;
grant select, insert (therapist_id, calendar_id, starts_at, ends_at, number, title), delete on app.imported_event to attune_worker;
do $$
declare
  name text;
begin
  foreach name in array array['series', 'series_gap', 'event', 'absence', 'imported_calendar', 'imported_event'] loop
    execute format('create policy worker_keeps on app.%I for all to attune_worker using (therapist_id = (select app.actor_id()))', name);
  end loop;
end $$;
create policy worker_lays_out on app.session for insert to attune_worker with check (therapist_id = (select app.actor_id()));
create policy worker_lays_out on app.session_client for insert to attune_worker with check (therapist_id = (select app.actor_id()));

-- Therapists and clients each keep their own feed.
grant select, insert (account_id, feed_id, mode), update (feed_id, mode, created_at, fetched_at), delete on app.calendar_feed to attune_app_therapist, attune_app_client;
create policy therapist_keeps on app.calendar_feed for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_keeps on app.calendar_feed for all to attune_app_client using (account_id = (select app.actor_id()));

-- ── what the definer may see ──────────────────────────────────────────────────────────────────────────────────
grant select (id, therapist_id, starts_at, ends_at) on app.event, app.absence to attune_app_definer;
grant select (therapist_id, starts_at, ends_at) on app.imported_event to attune_app_definer;
grant select (id, therapist_id, kind, first_day, template, laid_out_until, last_day), update (last_day, updated_at) on app.series to attune_app_definer;
grant select (series_id, series_day, detached), update (detached) on app.session to attune_app_definer;
grant select (id, therapist_id, next_read_at, state) on app.imported_calendar to attune_app_definer;
grant select (therapist_id) on app.availability to attune_app_definer;
grant select (therapist_id, day) on app.day_override to attune_app_definer;
grant select (account_id, feed_id, mode, fetched_at), update (fetched_at) on app.calendar_feed to attune_app_definer;
-- A wish takes place where the therapist receives at that hour.
grant insert (location) on app.session to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['event', 'absence', 'imported_event', 'series', 'imported_calendar', 'availability', 'day_override', 'calendar_feed'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
  end loop;
end $$;
create policy definer_marks on app.calendar_feed for update to attune_app_definer using (true);
create policy definer_ends on app.series for update to attune_app_definer using (true);

-- With a therapist's account go the blocks, absences, hours and calendars; past sessions and records stay.
do $$
declare
  name text;
begin
  foreach name in array array['event', 'absence', 'series', 'imported_calendar', 'availability', 'day_override', 'calendar_feed'] loop
    execute format('grant delete on app.%I to attune_app_definer', name);
    execute format('create policy definer_erases on app.%I for delete to attune_app_definer using (true)', name);
  end loop;
end $$;
grant select (kind) on app.series to attune_app_definer;

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

-- A row in `change` per changed row, for the therapist's own windows.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('event', 'r.id'), ('absence', 'r.id'), ('series', 'r.id'), ('imported_calendar', 'r.id'), ('availability', 'r.therapist_id'), ('day_override', 'r.therapist_id')
  ) as v (name, row_id) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array[r.therapist_id], jsonb_build_object('id', %2$s, 'therapist_id', r.therapist_id) from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array[r.therapist_id], jsonb_build_object('id', %2$s, 'therapist_id', r.therapist_id) from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id);
  end loop;
end $$;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['event', 'absence', 'series', 'imported_calendar', 'availability', 'day_override'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
  foreach name in array array['availability', 'day_override', 'absence', 'series', 'series_gap', 'event', 'imported_calendar', 'imported_event', 'calendar_feed'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

select jobs.create_queue('series-extend', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
select jobs.create_queue('calendar-read', '{"policy": "standard", "retryLimit": 2, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 86400}');
