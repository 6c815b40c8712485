-- The waiting list: clients who want an earlier or a further session, the times that became free, and the offers of such times.

-- Without a row, the therapist has no waiting list.
create table app.waiting_list_setting (
  therapist_id uuid primary key references app.calendar (therapist_id),
  mode text not null check (mode in ('off', 'click', 'automatic')),
  answer_hours int not null check (answer_hours between 1 and 72),
  updated_at timestamptz not null default now()
);
comment on table app.waiting_list_setting is 'owner: therapist; erasure: delete; disconnect: keep';

create table app.waiting_entry (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  -- The account of the client's record; null while it has none.
  account_id uuid,
  -- The session that is moved when an offer is accepted; null for a further session.
  session_id uuid,
  type_id uuid,
  format text not null check (format in ('in-person', 'video', 'phone')),
  duration_minutes int not null check (duration_minutes between 1 and 1440),
  -- ISO weekdays, and wall-clock times of `zone` between which the session is to take place.
  weekdays int[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  from_time text not null check (from_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  until_time text not null check (until_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$' and until_time > from_time),
  zone text not null check (length(zone) between 1 and 64),
  notice_hours int not null check (notice_hours between 0 and 336),
  until_day date not null,
  since timestamptz not null,
  version int not null default 1,
  ended_at timestamptz,
  ended_by text check (ended_by in ('accepted', 'withdrawn', 'removed', 'over', 'disconnected')),
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  foreign key (therapist_id, type_id) references app.session_type (therapist_id, id),
  check ((ended_at is null) = (ended_by is null))
);
comment on table app.waiting_entry is
  'owner: therapist; erasure: keep by def.follow_waiting_record (record: that the client waited, without the account); disconnect: keep by def.end_waiting_entries (what waits ends)';
-- One active entry per purpose: for a further session, and instead of each session.
create unique index waiting_entry_further on app.waiting_entry (therapist_id, client_id) where ended_at is null and session_id is null;
create unique index waiting_entry_instead on app.waiting_entry (therapist_id, client_id, session_id) where ended_at is null and session_id is not null;
create index waiting_entry_client on app.waiting_entry (therapist_id, client_id);
create index waiting_entry_session on app.waiting_entry (therapist_id, session_id);
create index waiting_entry_type on app.waiting_entry (therapist_id, type_id);
create index waiting_entry_account on app.waiting_entry (account_id, since);

-- A time that a session, a busy time or time off no longer takes.
create table app.freed_time (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null references app.calendar (therapist_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The time of a session is offered also outside the hours.
  was_session boolean not null,
  freed_at timestamptz not null default now(),
  -- When the therapist was notified, and since when the time is being offered. Null until then.
  notified_at timestamptz,
  offered_at timestamptz,
  closed_at timestamptz,
  unique (therapist_id, id)
);
comment on table app.freed_time is 'owner: therapist; erasure: delete; disconnect: keep';
create index freed_time_open on app.freed_time (therapist_id, starts_at) where closed_at is null;

create table app.waiting_offer (
  id uuid primary key,
  therapist_id uuid not null,
  entry_id uuid not null,
  account_id uuid not null,
  -- Null for an offer of another free time.
  freed_time_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  location text not null default '' check (length(location) <= 200),
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at and expires_at <= starts_at),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  answered_at timestamptz,
  -- Whether the client was told that the offer has ended without an answer.
  is_told boolean not null default false,
  session_id uuid,
  unique (therapist_id, id),
  foreign key (therapist_id, entry_id) references app.waiting_entry (therapist_id, id) on delete cascade,
  foreign key (therapist_id, freed_time_id) references app.freed_time (therapist_id, id) on delete set null (freed_time_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  check ((state = 'accepted') = (session_id is not null)),
  -- A time is offered to one client at a time.
  constraint waiting_offer_one_per_time exclude using gist (therapist_id with =, tstzrange(starts_at, ends_at) with &&) where (state = 'open')
);
comment on table app.waiting_offer is
  'owner: therapist; erasure: keep by def.follow_waiting_record (record: offers of an account that is gone are deleted); disconnect: keep by def.end_waiting_entries (what is open ends)';
create unique index waiting_offer_open on app.waiting_offer (therapist_id, entry_id) where state = 'open';
create index waiting_offer_entry on app.waiting_offer (therapist_id, entry_id, offered_at);
create index waiting_offer_freed on app.waiting_offer (therapist_id, freed_time_id);
create index waiting_offer_session on app.waiting_offer (therapist_id, session_id);
create index waiting_offer_account on app.waiting_offer (account_id, offered_at);

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on app.waiting_list_setting, app.waiting_entry, app.freed_time, app.waiting_offer to attune_app_therapist;
grant insert (therapist_id, mode, answer_hours), update (mode, answer_hours, updated_at) on app.waiting_list_setting to attune_app_therapist;
grant insert (id, therapist_id, client_id, session_id, type_id, format, duration_minutes, weekdays, from_time, until_time, zone, notice_hours, until_day, since),
  update (client_id, ended_at, ended_by) on app.waiting_entry to attune_app_therapist;
grant update (notified_at, offered_at, closed_at) on app.freed_time to attune_app_therapist;
grant insert (id, therapist_id, entry_id, account_id, freed_time_id, starts_at, ends_at, location, offered_at, expires_at), update (state, answered_at, is_told)
  on app.waiting_offer to attune_app_therapist;

grant select on app.waiting_list_setting, app.waiting_entry, app.waiting_offer to attune_app_client;
grant insert (id, therapist_id, client_id, session_id, type_id, format, duration_minutes, weekdays, from_time, until_time, zone, notice_hours, until_day, since),
  update (type_id, format, duration_minutes, weekdays, from_time, until_time, zone, notice_hours, until_day, version, ended_at, ended_by)
  on app.waiting_entry to attune_app_client;

-- The mailer reads what an email is about.
grant select on app.freed_time, app.waiting_offer to attune_worker;
create policy worker_sees on app.freed_time for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.waiting_offer for select to attune_worker using (therapist_id = (select app.actor_id()));

grant select, delete on app.waiting_list_setting to attune_app_definer;
grant select, update (account_id, ended_at, ended_by) on app.waiting_entry to attune_app_definer;
grant select, insert (therapist_id, starts_at, ends_at, was_session), delete on app.freed_time to attune_app_definer;
grant select, update (state, answered_at, session_id), delete on app.waiting_offer to attune_app_definer;
grant select (name, retention_seconds, expire_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds)
  on jobs.queue to attune_app_definer;
grant insert on jobs.job_common to attune_app_definer;
grant execute on function jobs.job_now() to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['waiting_list_setting', 'waiting_entry', 'freed_time', 'waiting_offer'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
create policy client_keeps on app.waiting_entry for all to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.waiting_offer for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.waiting_list_setting for select to attune_app_client using (therapist_id = any ((select def.my_people())::uuid[]));
set local role attune_app_definer;
-- Lets the waiting list of therapists be worked on after some seconds.
create function def.wake_waiting_lists(therapists uuid[], seconds int) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    policy, heartbeat_seconds)
  select q.name, jsonb_build_object('therapistId', t.id), a.at, a.at + q.retention_seconds * interval '1 s', q.expire_seconds, q.deletion_seconds,
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.heartbeat_seconds
  from (select distinct unnest(therapists) as id) t, jobs.queue q, lateral (select jobs.job_now() + seconds * interval '1 s' as at) a
  where q.name = 'waiting-list'
  on conflict do nothing;
end $$;
-- Ends what waits in a record. The triggers of the entries end the offers.
create function def.end_waiting_entries(therapist uuid, record uuid, moment timestamptz) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  update app.waiting_entry e set ended_at = moment, ended_by = 'disconnected'
    where e.therapist_id = therapist and e.client_id = record and e.ended_at is null;
end $$;
-- The entries of a record follow its account, without which their offers are deleted. Nothing waits in a record that has lost its account, is inactive or was disconnected.
create function def.follow_waiting_record() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.account_id is not null and new.account_id is null or new.status = 'inactive' or new.disconnected_at is not null then
    perform def.end_waiting_entries(new.therapist_id, new.id, clock_timestamp());
  end if;
  update app.waiting_entry e set account_id = new.account_id
    where e.therapist_id = new.therapist_id and e.client_id = new.id and e.account_id is distinct from new.account_id;
  if new.account_id is null then
    delete from app.waiting_offer o using app.waiting_entry e
      where e.therapist_id = new.therapist_id and e.client_id = new.id and o.therapist_id = e.therapist_id and o.entry_id = e.id;
  end if;
  return null;
end $$;
-- Withdraws the open offer of an entry that ends, and lets the time be offered to the next.
create function def.end_waiting_offers() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.waiting_offer o set state = 'withdrawn', answered_at = new.ended_at
    where o.therapist_id = new.therapist_id and o.entry_id = new.id and o.state = 'open';
  if found then perform def.wake_waiting_lists(array[new.therapist_id], 0); end if;
  return null;
end $$;
-- Accepts an open offer for the acting client: inserts a confirmed session, or moves the session that the entry names. Returns the session, and
-- where it was moved its state, start and sequence before. Returns no row if the offer has ended. The caller has locked the calendar and found the
-- time free; `room` replaces {room} in the link of a video call.
create function def.accept_waiting_offer(offer uuid, wish uuid, room text, moment timestamptz)
returns table (session_id uuid, status_before text, starts_before timestamptz, sequence int) language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  o record;
  s record;
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
    insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, location, status, type_id, booked_at, video_url)
      values (wish, o.therapist_id, o.starts_at, o.ends_at, o.format, 'individual', o.location, 'confirmed', o.type_id, moment,
        case when o.format = 'video' then
          (select nullif(replace(x.video_link, '{room}', room), '') from app.session_terms x where x.therapist_id = o.therapist_id) end);
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
grant execute on function def.accept_waiting_offer(uuid, uuid, text, timestamptz) to attune_app_client;
-- Declines an open offer for the acting client, who keeps waiting. Returns whether it was open.
create function def.decline_waiting_offer(offer uuid, moment timestamptz) returns boolean language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  therapist uuid;
begin
  update app.waiting_offer w set state = 'declined', answered_at = moment where w.id = offer and w.account_id = app.actor_id() and w.state = 'open'
    returning w.therapist_id into therapist;
  if therapist is null then return false; end if;
  perform def.wake_waiting_lists(array[therapist], 0);
  return true;
end $$;
grant execute on function def.decline_waiting_offer(uuid, timestamptz) to attune_app_client;
-- A time that is being offered is taken for all clients but the one to whom it is offered. The therapist may still book it.
create or replace function def.taken(therapist uuid, from_at timestamptz, until_at timestamptz, but uuid)
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
    union all
    select o.starts_at, o.ends_at, true from app.waiting_offer o
      where therapist <> app.actor_id() and o.therapist_id = therapist and tstzrange(o.starts_at, o.ends_at) && tstzrange(from_at, until_at)
        and o.state = 'open' and o.account_id <> app.actor_id()
    order by 1 limit 20000;
end $$;
-- As before, and wakes the waiting lists in which an offer is open: the offered time may be taken now.
create or replace function def.tell_of_free_times(therapists uuid[]) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  offering uuid[];
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'free_time', t.id, 'UPDATE', t.audience, jsonb_build_object('therapist_id', t.id)
    from (select x.id, array(select c.account_id from app.client c where c.therapist_id = x.id and c.status = 'active' and c.account_id is not null) as audience
      from (select distinct unnest(therapists) as id) x) t
    where cardinality(t.audience) > 0;
  if found then perform pg_notify('attune_change', ''); end if;
  offering := array(select distinct o.therapist_id from app.waiting_offer o where o.therapist_id = any (therapists) and o.state = 'open');
  if cardinality(offering) > 0 then perform def.wake_waiting_lists(offering, 0); end if;
end $$;

-- Notes the times that are free now, for therapists with a waiting list in which someone waits. An undo is possible for 55 seconds, so the list is
-- worked on after a minute.
create function def.note_freed_times(therapists uuid[], starts timestamptz[], ends timestamptz[], sessions boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  waiting uuid[];
begin
  waiting := array(select x.therapist_id from app.waiting_list_setting x where x.therapist_id = any (therapists) and x.mode <> 'off'
    and exists (select from app.waiting_entry e where e.therapist_id = x.therapist_id and e.ended_at is null));
  if cardinality(waiting) = 0 then return; end if;
  insert into app.freed_time (therapist_id, starts_at, ends_at, was_session)
    select t.therapist_id, t.starts_at, t.ends_at, sessions from unnest(therapists, starts, ends) t (therapist_id, starts_at, ends_at)
    where t.therapist_id = any (waiting);
  perform def.wake_waiting_lists(waiting, 61);
end $$;

create function def.session_freed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  f record;
begin
  select array_agg(o.therapist_id) as therapists, array_agg(o.starts_at) as starts, array_agg(o.ends_at) as ends into f
    from old_rows o join new_rows n on n.id = o.id
    where o.status in ('scheduled', 'confirmed', 'rescheduled')
      and (n.status in ('cancelled', 'denied') or n.status in ('scheduled', 'confirmed', 'rescheduled')
        and (n.starts_at, n.ends_at) is distinct from (o.starts_at, o.ends_at));
  if f.therapists is not null then perform def.note_freed_times(f.therapists, f.starts, f.ends, true); end if;
  return null;
end $$;

create function def.busy_time_freed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  f record;
begin
  if tg_op = 'DELETE' then
    select array_agg(o.therapist_id) as therapists, array_agg(o.starts_at) as starts, array_agg(o.ends_at) as ends into f from old_rows o;
  else
    select array_agg(o.therapist_id) as therapists, array_agg(o.starts_at) as starts, array_agg(o.ends_at) as ends into f
      from old_rows o join new_rows n on n.id = o.id where (n.starts_at, n.ends_at) is distinct from (o.starts_at, o.ends_at);
  end if;
  if f.therapists is not null then perform def.note_freed_times(f.therapists, f.starts, f.ends, false); end if;
  return null;
end $$;

-- Whether the acting client takes part alone in a session that can be moved to an offered time.
create function def.may_wait_instead(session uuid, moment timestamptz) returns boolean language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
      where p.session_id = session and p.client_id = any (def.my_records()) and p.answer <> 'declined' and s.starts_at > moment
        and s.status in ('scheduled', 'confirmed', 'rescheduled'))
    and (select count(*) from app.session_client p where p.session_id = session and p.answer <> 'declined') = 1;
end $$;
grant execute on function def.may_wait_instead(uuid, timestamptz) to attune_app_client;
-- A row in `change` for the therapist, and for the client where the table has one.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('waiting_list_setting', 'r.therapist_id', 'array[r.therapist_id] || array(select c.account_id from app.client c where c.therapist_id = r.therapist_id and c.status = ''active'' and c.account_id is not null)',
      'jsonb_build_object(''therapist_id'', r.therapist_id)'),
    ('waiting_entry', 'r.id', 'array_remove(array[r.therapist_id, r.account_id], null)', 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id)'),
    ('freed_time', 'r.id', 'array[r.therapist_id]', 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id)'),
    ('waiting_offer', 'r.id', 'array[r.therapist_id, r.account_id]', 'jsonb_build_object(''id'', r.id, ''therapist_id'', r.therapist_id)')
  ) as v (name, row_id, audience, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from changed r;
        perform pg_notify('attune_change', '');
        %5$s
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.audience, t.keys,
      -- An offer takes its time from others, and its end gives it back.
      case when t.name = 'waiting_offer' then 'perform def.tell_of_free_times(array(select r.therapist_id from changed r));' else '' end);
  end loop;
end $$;

grant execute on function def.follow_waiting_record(), def.end_waiting_offers(), def.session_freed(), def.busy_time_freed() to attune_owner;
set local role attune_owner;
create trigger owned before insert or update of client_id on app.waiting_entry for each row execute function def.account_of_record();
create trigger ends_offers after update of ended_at on app.waiting_entry for each row when (old.ended_at is null and new.ended_at is not null)
  execute function def.end_waiting_offers();
create trigger waiting_record after update of account_id, status, disconnected_at on app.client for each row
  when (old.account_id is distinct from new.account_id or old.status is distinct from new.status or old.disconnected_at is distinct from new.disconnected_at)
  execute function def.follow_waiting_record();
create trigger freed after update on app.session referencing old table as old_rows new table as new_rows for each statement execute function def.session_freed();
do $$
declare
  name text;
begin
  foreach name in array array['event', 'absence'] loop
    execute format('create trigger freed_update after update on app.%I referencing old table as old_rows new table as new_rows for each statement execute function def.busy_time_freed()', name);
    execute format('create trigger freed_delete after delete on app.%I referencing old table as old_rows for each statement execute function def.busy_time_freed()', name);
  end loop;
  foreach name in array array['waiting_list_setting', 'waiting_entry', 'freed_time', 'waiting_offer'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as changed for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as changed for each statement execute function def.change_%1$s()', name);
  end loop;
end $$;

-- Offers times to those who wait, ends offers and tells of it.
select jobs.create_queue('waiting-list', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');

-- A notification can be about an offer. The types that others have added stay.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(m[1]), ', ') into known
    from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z-]+)''', 'g') m
    where k.conname = 'notification_related_type_check' and k.conrelid = 'app.notification'::regclass;
  alter table app.notification drop constraint notification_related_type_check;
  execute format('alter table app.notification add constraint notification_related_type_check check (related_type in (%s, ''waiting-offer''))', known);
end $$;
