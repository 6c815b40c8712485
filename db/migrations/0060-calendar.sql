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
