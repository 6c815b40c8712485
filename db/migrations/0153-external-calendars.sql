-- External calendars that are read and written: the accounts at other servers, their calendars, and one row per event of ours with what was last seen
-- on both sides. What blocks slots is in `imported_event`, as for calendars that are only read by a link.

create table app.external_account (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  provider text not null check (provider in ('caldav')),
  address text not null check (length(address) between 1 and 2000),
  user_name text not null check (length(user_name) between 1 and 200),
  -- The password, encrypted with a key that is not in the database.
  sealed bytea not null,
  -- The collection in which the server lets calendars be made; null if it does not.
  home text check (length(home) <= 2000),
  -- Since when the server refuses the password; null while it accepts it.
  refused_at timestamptz,
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.external_account is 'owner: therapist; erasure: delete; disconnect: keep';

create table app.external_calendar (
  id uuid primary key,
  therapist_id uuid not null,
  account_id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  name text not null check (length(name) between 1 and 100),
  color text not null default '' check (length(color) <= 9),
  can_write boolean not null default true,
  -- Whether the product has made the calendar itself.
  is_own boolean not null default false,
  direction text not null check (direction in ('read', 'write', 'both')),
  privacy text not null default 'busy' check (privacy in ('busy', 'code', 'initials', 'name')),
  -- Whether the link of a video call or the place is written.
  with_place boolean not null default false,
  -- Whether changes of busy times there apply without a question.
  follows boolean not null default false,
  state text not null default 'new' check (state in ('new', 'ok', 'failing', 'stopped', 'removing')),
  error text check (length(error) <= 40),
  failures int not null default 0,
  failing_since timestamptz,
  told_at timestamptz,
  synced_at timestamptz,
  next_sync_at timestamptz not null default now(),
  -- Numbers of the last sync: events that block slots, and our events in the calendar.
  events int not null default 0,
  written int not null default 0,
  sync_token text check (length(sync_token) <= 4000),
  ctag text check (length(ctag) <= 1000),
  -- The last comparison of everything: when, how many events were compared and how many differed.
  compared_at timestamptz,
  compared int not null default 0,
  repaired int not null default 0,
  -- One process syncs a calendar at a time. The time is the database's, because the clocks of two nodes may differ.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  unique (therapist_id, id),
  unique (therapist_id, url),
  foreign key (therapist_id, account_id) references app.external_account (therapist_id, id) on delete cascade
);
comment on table app.external_calendar is 'owner: therapist; erasure: with app.external_account; disconnect: keep';
create index external_calendar_due on app.external_calendar (therapist_id, next_sync_at);
create index external_calendar_account on app.external_calendar (therapist_id, account_id);

-- An event of ours in an external calendar: a session, a busy time or a series, which is one event there.
create table app.external_event (
  therapist_id uuid not null,
  calendar_id uuid not null,
  subject_id uuid not null,
  kind text not null check (kind in ('session', 'event', 'series')),
  uid text not null check (length(uid) <= 200),
  href text not null check (length(href) <= 2000),
  -- Null if the event is not there, or if the server gives no etag.
  etag text check (length(etag) <= 500),
  sequence int not null default 0,
  -- Digests of what we wrote last and of what was read there last. An empty digest makes the next sync write.
  our_hash text not null default '' check (length(our_hash) <= 60),
  their_hash text not null default '' check (length(their_hash) <= 60),
  -- Until the therapist has answered, nothing is written.
  is_asked boolean not null default false,
  last_day date not null,
  primary key (therapist_id, calendar_id, subject_id),
  unique (therapist_id, calendar_id, href),
  foreign key (therapist_id, calendar_id) references app.external_calendar (therapist_id, id) on delete cascade
);
comment on table app.external_event is 'owner: therapist; erasure: with app.external_calendar; disconnect: keep';

-- The other events of a calendar, by which a comparison finds what has changed.
create table app.external_item (
  therapist_id uuid not null,
  calendar_id uuid not null,
  href text not null check (length(href) <= 2000),
  etag text not null default '' check (length(etag) <= 500),
  primary key (therapist_id, calendar_id, href),
  foreign key (therapist_id, calendar_id) references app.external_calendar (therapist_id, id) on delete cascade
);
comment on table app.external_item is 'owner: therapist; erasure: with app.external_calendar; disconnect: keep';

-- What the therapist is asked: an event of ours was changed there.
create table app.external_question (
  id uuid primary key,
  therapist_id uuid not null,
  calendar_id uuid not null,
  -- The event there, and the session or busy time that is concerned; for a series as a whole both are the series.
  object_id uuid not null,
  subject_id uuid not null,
  kind text not null check (kind in ('session', 'event', 'series')),
  change text not null check (change in ('moved', 'deleted', 'changed')),
  starts_at timestamptz,
  ends_at timestamptz,
  asked_at timestamptz not null,
  answer text check (answer in ('offer', 'cancel', 'apply', 'put-back', 'keep', 'gone')),
  answered_at timestamptz,
  unique (therapist_id, id),
  foreign key (therapist_id, calendar_id) references app.external_calendar (therapist_id, id) on delete cascade,
  check ((answer is null) = (answered_at is null)),
  check ((change = 'moved') = (starts_at is not null) and (starts_at is null) = (ends_at is null)),
  check (starts_at is null or ends_at > starts_at)
);
comment on table app.external_question is 'owner: therapist; erasure: with app.external_calendar; disconnect: keep';
create index external_question_calendar on app.external_question (therapist_id, calendar_id, object_id);
create unique index external_question_open on app.external_question (therapist_id, calendar_id, subject_id) where answered_at is null;

-- The events of an external calendar block slots like those of an imported one. Its row has the same id and no address.
alter table app.imported_calendar add column is_external boolean not null default false;
alter table app.imported_event add column source text check (length(source) <= 2000);
create index imported_event_by_source on app.imported_event (therapist_id, calendar_id, source) where source is not null;
grant insert (is_external) on app.imported_calendar to attune_app_therapist;
grant update (events, read_at) on app.imported_calendar to attune_app_therapist;
grant insert (therapist_id, calendar_id, starts_at, ends_at, number, title, source), delete on app.imported_event to attune_app_therapist;
grant select (is_external) on app.imported_calendar to attune_app_definer;

-- A therapist offers a client another time as the answer to a request that nobody had to make.
grant insert (id, therapist_id, session_id, client_id, kind, state, original_starts_at, original_ends_at, proposed_starts_at, proposed_ends_at,
  counter_starts_at, counter_ends_at, answered_at) on app.change_request to attune_app_therapist;

grant select on app.external_account, app.external_calendar, app.external_event, app.external_item, app.external_question to attune_app_therapist;
grant insert (id, therapist_id, provider, address, user_name, sealed, home), update (sealed, refused_at, home), delete on app.external_account to attune_app_therapist;
grant insert (id, therapist_id, account_id, url, name, color, can_write, is_own, direction, privacy, with_place, follows, next_sync_at),
  update (name, color, can_write, direction, privacy, with_place, follows, state, error, failures, failing_since, told_at, synced_at, next_sync_at, events, written,
    sync_token, ctag, compared_at, compared, repaired, lease, lease_until), delete on app.external_calendar to attune_app_therapist;
grant insert (therapist_id, calendar_id, subject_id, kind, uid, href, etag, sequence, our_hash, their_hash, is_asked, last_day),
  update (href, etag, sequence, our_hash, their_hash, is_asked, last_day), delete on app.external_event to attune_app_therapist;
grant insert (therapist_id, calendar_id, href, etag), update (etag), delete on app.external_item to attune_app_therapist;
grant insert (id, therapist_id, calendar_id, object_id, subject_id, kind, change, starts_at, ends_at, asked_at),
  update (change, starts_at, ends_at, answer, answered_at) on app.external_question to attune_app_therapist;

grant select (id, therapist_id, next_sync_at, state) on app.external_calendar to attune_app_definer;
grant select (therapist_id), delete on app.external_account to attune_app_definer;
grant select (id, therapist_id) on app.external_question to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['external_account', 'external_calendar', 'external_event', 'external_item', 'external_question'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
create policy definer_keeps on app.external_account for all to attune_app_definer using (true);
create policy definer_reads on app.external_calendar for select to attune_app_definer using (true);
create policy definer_reads on app.external_question for select to attune_app_definer using (true);

set local role attune_app_definer;

create or replace function def.calendars_to_read(at timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.therapist_id from app.imported_calendar c where c.next_read_at <= at and not c.is_external order by c.next_read_at limit 1000;
end $$;

create function def.external_calendars_to_sync(at timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.therapist_id from app.external_calendar c where c.next_sync_at <= at and c.state <> 'stopped' order by c.next_sync_at limit 1000;
end $$;
grant execute on function def.external_calendars_to_sync(timestamptz) to attune_worker;

do $$
declare
  name text;
begin
  foreach name in array array['external_calendar', 'external_question'] loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, name);
  end loop;
end $$;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['external_calendar', 'external_question'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
end $$;

select jobs.create_queue('calendar-sync', '{"policy": "standard", "retryLimit": 0, "retryDelay": 60, "retryBackoff": false, "retryDelayMax": 600, "heartbeatSeconds": 10, "expireInSeconds": 900, "deleteAfterSeconds": 3600, "retentionSeconds": 86400}');
