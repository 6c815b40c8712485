-- Negotiating, holding and recording sessions: wishes of clients, the therapist's terms, notes, reminders.

alter table app.session
  add column video_url text check (length(video_url) <= 500 and video_url like 'https://%'),
  -- counts changes of any kind: an edit names the one that it was made on
  add column revision int not null default 0,
  -- when the session got its present time
  add column booked_at timestamptz not null default now(),
  add column deleted_at timestamptz;
create index session_waiting on app.session (therapist_id, starts_at, id) where status = 'pending';
alter table app.session_history drop constraint session_history_by_role_check;
alter table app.session_history add check (by_role in ('therapist', 'client', 'product'));

-- Whom a step concerns alone, where it is not everybody: a wish of one participant and its answer are no news for the others.
alter table app.session_history add column client_id uuid;
grant select (client_id) on app.session_history to attune_app_client;
grant insert (client_id) on app.session_history to attune_app_therapist, attune_app_client, attune_worker;

-- A wish names a participation by its key; the key serves what the index before it served.
alter table app.session_client add unique (therapist_id, session_id, client_id);
drop index app.session_client_session;
create index session_client_left on app.session_client (client_id, starts_at desc, session_id) where answer = 'declined';

-- What a client asks of a session that stands. At most one waits for each session and participant.
create table app.change_request (
  id uuid primary key,
  therapist_id uuid not null,
  session_id uuid not null,
  client_id uuid not null,
  kind text not null check (kind in ('update', 'cancel')),
  state text not null default 'open' check (state in ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired')),
  late boolean not null default false,
  reason text not null default '' check (length(reason) <= 500),
  original_starts_at timestamptz not null,
  original_ends_at timestamptz not null,
  proposed_starts_at timestamptz,
  proposed_ends_at timestamptz,
  counter_starts_at timestamptz,
  counter_ends_at timestamptz,
  answer text not null default '' check (length(answer) <= 500),
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  foreign key (therapist_id, session_id, client_id) references app.session_client (therapist_id, session_id, client_id) on delete cascade,
  check (kind = 'cancel' or proposed_ends_at > proposed_starts_at and proposed_ends_at <= proposed_starts_at + interval '24 hours'),
  check (counter_starts_at is null or counter_ends_at > counter_starts_at and counter_ends_at <= counter_starts_at + interval '24 hours')
);
comment on table app.change_request is 'owner: therapist';
create index change_request_session on app.change_request (therapist_id, session_id, client_id, requested_at);
create unique index change_request_one_waiting on app.change_request (therapist_id, session_id, client_id) where state in ('open', 'countered');
create index change_request_waiting on app.change_request (therapist_id, session_id) where state in ('open', 'countered');

-- The therapist's terms for clients. Without a row the defaults of the contract hold.
create table app.session_terms (
  therapist_id uuid primary key references app.calendar (therapist_id),
  cancel_late_hours int not null check (cancel_late_hours between 0 and 336),
  cancel_blocked_hours int not null check (cancel_blocked_hours between 0 and cancel_late_hours),
  move_late_hours int not null check (move_late_hours between 0 and 336),
  move_blocked_hours int not null check (move_blocked_hours between 0 and move_late_hours),
  accept_early_cancels boolean not null,
  propose_times boolean not null,
  duration_minutes int not null check (duration_minutes between 1 and 1440),
  location text not null default '' check (length(location) <= 200),
  video_link text not null default '' check (length(video_link) <= 400),
  remind_before int[] not null check (cardinality(remind_before) between 1 and 4),
  updated_at timestamptz not null default now()
);
comment on table app.session_terms is 'owner: therapist';

-- The therapist's own note: no role but the therapist's has any grant on the three tables.
create table app.session_note (
  therapist_id uuid not null,
  session_id uuid not null,
  text text not null default '' check (length(text) <= 50000),
  version int not null default 0,
  updated_at timestamptz not null default now(),
  signed_at timestamptz,
  sign_command uuid,
  primary key (therapist_id, session_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id)
);
comment on table app.session_note is 'owner: therapist';

create table app.session_note_version (
  id bigint generated always as identity primary key,
  therapist_id uuid not null,
  session_id uuid not null,
  at timestamptz not null default now(),
  text text not null,
  foreign key (therapist_id, session_id) references app.session_note (therapist_id, session_id)
);
comment on table app.session_note_version is 'owner: therapist';
create index session_note_version_session on app.session_note_version (therapist_id, session_id, id desc);

create table app.session_note_addendum (
  id uuid primary key,
  therapist_id uuid not null,
  session_id uuid not null,
  at timestamptz not null default now(),
  text text not null check (length(text) between 1 and 50000),
  foreign key (therapist_id, session_id) references app.session_note (therapist_id, session_id)
);
comment on table app.session_note_addendum is 'owner: therapist';
create index session_note_addendum_session on app.session_note_addendum (therapist_id, session_id, at);

create trigger session_note_locked before update on app.session_note for each row when (old.signed_at is not null) execute function app.refuse_change();

-- Opening a note is written down once for each reader, note and quarter of an hour.
create unique index audit_note_opened on app.audit (actor_id, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch'))) where thing = 'note';

-- Objectives and next steps; a client reads them through a row of the share alone.
create table app.session_text (
  id uuid primary key default gen_random_uuid(),
  therapist_id uuid not null,
  session_id uuid not null,
  kind text not null check (kind in ('objectives', 'next-steps')),
  text text not null default '' check (length(text) <= 10000),
  version int not null default 0,
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  unique (therapist_id, session_id, kind),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id)
);
comment on table app.session_text is 'owner: therapist';

create table app.session_text_share (
  therapist_id uuid not null,
  text_id uuid not null,
  client_id uuid not null,
  shared_at timestamptz not null default now(),
  primary key (text_id, client_id),
  foreign key (therapist_id, text_id) references app.session_text (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.session_text_share is 'owner: therapist';
create index session_text_share_text on app.session_text_share (therapist_id, text_id);
create index session_text_share_client on app.session_text_share (therapist_id, client_id);

-- That a reader was reminded of a state of a session, or why not: written in the transaction that posts the reminder, so that it happens once.
create table app.session_reminder (
  therapist_id uuid not null,
  session_id uuid not null,
  -- the therapist's account, or the record of a client, who is reminded in person or through guardians
  reader_id uuid not null,
  sequence int not null,
  minutes_before int not null,
  state text not null check (state in ('sent', 'dropped')),
  why text not null default '' check (length(why) <= 40),
  at timestamptz not null default now(),
  primary key (session_id, reader_id, sequence, minutes_before),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id) on delete cascade
);
comment on table app.session_reminder is 'owner: therapist';
create index session_reminder_session on app.session_reminder (therapist_id, session_id);

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select (video_url, revision, booked_at) on app.session to attune_app_client, attune_worker;
grant select (deleted_at) on app.session to attune_worker;
grant insert (video_url, booked_at), update (therapy_type, video_url, revision, booked_at, deleted_at) on app.session to attune_app_therapist;
grant update (revision) on app.session to attune_app_client;
-- A client reads of the history what the therapist and the product did, and its own; the query tells them apart by this.
grant select (by_account) on app.session_history to attune_app_client;
grant update (status, revision, updated_at) on app.session to attune_worker;
create policy worker_ends on app.session for update to attune_worker using (therapist_id = (select app.actor_id()));
grant insert (attendance), update (attendance, late_cancel) on app.session_client to attune_app_therapist;
grant select (attendance, late_cancel) on app.session_client to attune_app_client;
grant insert (therapist_id, session_id, by_account, by_role, action, from_status, to_status, starts_at_before, starts_at_after, reason, command) on app.session_history to attune_worker;
create policy worker_writes on app.session_history for insert to attune_worker with check (therapist_id = (select app.actor_id()));

grant select on app.change_request to attune_app_therapist, attune_app_client, attune_worker;
grant update (state, answer, counter_starts_at, counter_ends_at, answered_at) on app.change_request to attune_app_therapist;
grant insert (id, therapist_id, session_id, client_id, kind, state, late, reason, original_starts_at, original_ends_at, proposed_starts_at, proposed_ends_at, answered_at),
  update (state, answered_at) on app.change_request to attune_app_client;
grant update (state, answered_at) on app.change_request to attune_worker;
create policy therapist_keeps on app.change_request for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_asks on app.change_request for all to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy worker_ends on app.change_request for all to attune_worker using (therapist_id = (select app.actor_id()));

grant select on app.session_terms to attune_app_therapist, attune_worker;
grant select (therapist_id, cancel_late_hours, cancel_blocked_hours, move_late_hours, move_blocked_hours, accept_early_cancels, propose_times, duration_minutes)
  on app.session_terms to attune_app_client;
grant insert (therapist_id, cancel_late_hours, cancel_blocked_hours, move_late_hours, move_blocked_hours, accept_early_cancels, propose_times, duration_minutes, location, video_link, remind_before),
  update (cancel_late_hours, cancel_blocked_hours, move_late_hours, move_blocked_hours, accept_early_cancels, propose_times, duration_minutes, location, video_link, remind_before, updated_at)
  on app.session_terms to attune_app_therapist;
create policy therapist_keeps on app.session_terms for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.session_terms for select to attune_app_client using (therapist_id = any ((select def.my_people())::uuid[]));
create policy worker_reads on app.session_terms for select to attune_worker using (therapist_id = (select app.actor_id()));

grant select on app.session_note, app.session_note_version, app.session_note_addendum to attune_app_therapist;
grant insert (therapist_id, session_id, text, version, updated_at), update (text, version, updated_at, signed_at, sign_command) on app.session_note to attune_app_therapist;
grant insert (therapist_id, session_id, at, text) on app.session_note_version to attune_app_therapist;
grant insert (id, therapist_id, session_id, at, text) on app.session_note_addendum to attune_app_therapist;
create policy therapist_keeps on app.session_note for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_keeps on app.session_note_version for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_keeps on app.session_note_addendum for all to attune_app_therapist using (therapist_id = (select app.actor_id()));

grant select on app.session_text, app.session_text_share to attune_app_therapist, attune_app_client;
grant insert (therapist_id, session_id, kind, text, version, updated_at), update (text, version, updated_at) on app.session_text to attune_app_therapist;
grant insert (therapist_id, text_id, client_id), delete on app.session_text_share to attune_app_therapist;
create policy therapist_keeps on app.session_text for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_reads on app.session_text for select to attune_app_client using (exists (select from app.session_text_share s where s.text_id = session_text.id));
create policy therapist_keeps on app.session_text_share for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy client_sees on app.session_text_share for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));

-- A reminder tells the therapist with whom.
grant select (first_name, last_name) on app.client to attune_worker;
grant select, insert (therapist_id, session_id, reader_id, sequence, minutes_before, state, why) on app.session_reminder to attune_worker;
create policy worker_keeps on app.session_reminder for all to attune_worker using (therapist_id = (select app.actor_id()));

-- ── what a client may do without seeing what is in the way ──────────────────────────────────────────────────────
grant insert (id, therapist_id, starts_at, ends_at, format, therapy_type, status), update (starts_at, ends_at, sequence, revision, booked_at, booked_anyway), select (sequence, revision, booked_at, booked_anyway, therapy_type) on app.session to attune_app_definer;
create policy definer_requests on app.session for insert to attune_app_definer with check (true);
grant insert (therapist_id, session_id, client_id, starts_at, answer), update (starts_at) on app.session_client to attune_app_definer;
create policy definer_requests on app.session_client for insert to attune_app_definer with check (true);
grant select (id, therapist_id, session_id, client_id, kind, state, counter_starts_at, counter_ends_at, requested_at), update (state, answered_at) on app.change_request to attune_app_definer;
grant select (therapist_id, text_id, client_id) on app.session_text_share to attune_app_definer;
grant select (id, therapist_id, session_id, kind, version) on app.session_text to attune_app_definer;
do $$
declare
  name text;
begin
  foreach name in array array['change_request', 'session_text', 'session_text_share'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
  end loop;
end $$;
create policy definer_ends on app.change_request for update to attune_app_definer using (true);

set local role attune_app_definer;

grant execute on function def.tell(uuid, text, jsonb, text, uuid), def.post_mail(uuid, text, uuid, uuid, int), def.post_mail_to_guardians(uuid, text, uuid, int) to attune_worker;

-- A wish of the acting client for a time of a therapist. Returns the record that it is made for; null where no active connection is.
create function def.request_session(wish uuid, therapist uuid, from_at timestamptz, until_at timestamptz, wished_format text)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  select c.id into record from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active' for share;
  if record is null then return null; end if;
  insert into app.session (id, therapist_id, starts_at, ends_at, format, therapy_type, status)
    values (wish, therapist, from_at, until_at, wished_format, 'individual', 'pending');
  insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) values (therapist, wish, record, from_at, 'accepted');
  return record;
end $$;
grant execute on function def.request_session(uuid, uuid, timestamptz, timestamptz, text) to attune_app_client;

-- The times at which a connected therapist is taken, without saying by what. One session may be left out.
create function def.busy(therapist uuid, from_at timestamptz, until_at timestamptz, but uuid)
returns table (starts_at timestamptz, ends_at timestamptz) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.status = 'active') then return; end if;
  return query select s.starts_at, s.ends_at from app.session s
    where s.therapist_id = therapist and s.starts_at < until_at and s.starts_at > from_at - interval '24 hours' and s.ends_at > from_at
      and s.status in ('scheduled', 'confirmed', 'rescheduled') and s.id is distinct from but
    order by s.starts_at limit 1000;
end $$;
grant execute on function def.busy(uuid, timestamptz, timestamptz, uuid) to attune_app_client;

-- How the others of a session of the acting client stand to it.
create function def.others_in(session uuid) returns table (awaited int, accepted int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select count(*) filter (where o.answer = 'awaited')::int, count(*) filter (where o.answer = 'accepted')::int
  from app.session_client o
  where o.session_id = others_in.session and not o.client_id = any (def.my_records())
    and exists (select from app.session_client me where me.session_id = o.session_id and me.client_id = any (def.my_records()));
end $$;
grant execute on function def.others_in(uuid) to attune_app_client;

-- First names of the others of a couple or family in which the acting client takes part; of a group never.
create function def.companions_in(session uuid) returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(array_agg(c.first_name order by c.first_name), '{}')
  from app.session s join app.session_client o on o.session_id = s.id join app.client c on c.id = o.client_id
  where s.id = companions_in.session and s.therapy_type in ('couples', 'family') and not o.client_id = any (def.my_records()) and o.answer <> 'declined'
    and exists (select from app.session_client me where me.session_id = s.id and me.client_id = any (def.my_records())));
end $$;
grant execute on function def.companions_in(uuid) to attune_app_client;

-- The acting client takes the time that the therapist set against a wish. The caller has locked the calendar and looked for what is in the
-- way. With others the session waits for them. Returns the state that the session has now; null where there is no such counter.
create function def.take_counter(wish uuid, at timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
    revision = s.revision + 1, booked_anyway = false, booked_at = at, updated_at = at where s.id = r.session_id;
  update app.change_request c set state = 'accepted', answered_at = at where c.id = wish;
  return state_now;
end $$;
grant execute on function def.take_counter(uuid, timestamptz) to attune_app_client;

-- A row in `change` per changed row, for everybody who may see it. Of notes and texts the therapist's other windows alone learn.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('change_request', 'r.id', 'array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null)',
      'jsonb_build_object(''id'', r.id, ''session_id'', r.session_id, ''therapist_id'', r.therapist_id, ''state'', r.state)'),
    ('session_text', 'r.id', 'array[r.therapist_id] || array(select c.account_id from app.session_text_share s join app.client c on c.id = s.client_id where s.therapist_id = r.therapist_id and s.text_id = r.id and c.account_id is not null)',
      'jsonb_build_object(''id'', r.id, ''session_id'', r.session_id, ''therapist_id'', r.therapist_id)'),
    ('session_text_share', 'r.text_id', 'array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null)',
      'jsonb_build_object(''text_id'', r.text_id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id)')
  ) as v (name, row_id, audience, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'INSERT' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from new_rows r;
        elsif tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys) select '%1$s', %2$s, tg_op, %3$s, %4$s from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.row_id, t.audience, t.keys);
  end loop;
end $$;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['change_request', 'session_text', 'session_text_share'] loop
    execute format('create trigger change_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.change_%1$s()', name);
    execute format('create trigger change_update after update on app.%1$I referencing new table as new_rows for each statement execute function def.change_%1$s()', name);
  end loop;
  foreach name in array array['change_request', 'session_terms', 'session_note', 'session_note_version', 'session_note_addendum', 'session_text', 'session_text_share', 'session_reminder'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

-- What happens by itself: a wish that nobody answered ends at its start, and both sides are reminded.
select jobs.create_queue('session-due', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
select jobs.create_queue('reminder', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
