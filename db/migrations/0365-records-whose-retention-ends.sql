-- The records whose retention ends. The therapist confirms the erasure of each; those of a closed account are erased after the admins were told.

-- `kept_until` is the last day of the retention in the therapist's zone, as the job computed it. `listed_at` and `told_at` are the later one of the clocks of
-- server and database, so that a clock that jumps shortens no month. `postponed_until`: an admin keeps the records of a closed account for longer.
-- `checked_on` is the day of the last check. The row is deleted with its record.
create table app.record_ending (
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  kept_until date not null,
  listed_at timestamptz not null,
  confirmed_at timestamptz,
  reminded_at timestamptz,
  told_at timestamptz,
  postponed_until date,
  checked_on date not null,
  primary key (therapist_id, client_id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.record_ending is 'owner: therapist; erasure: keep (record: those of a closed account are erased at their end); disconnect: keep; export: none (what the client does not learn of); kept: record; feature: record-retention';

-- What the checks of a therapist's list did and the therapist was not yet notified of, as numbers.
create table app.record_ending_count (
  therapist_id uuid primary key references app.calendar (therapist_id),
  erased int not null default 0 check (erased >= 0),
  held int not null default 0 check (held >= 0),
  moved int not null default 0 check (moved >= 0)
);
comment on table app.record_ending_count is 'owner: therapist; erasure: keep (record: numbers alone, until the next check); disconnect: keep; export: none (numbers alone); kept: few (one row per therapist); feature: record-retention';
grant select, delete, insert (therapist_id, erased, held, moved), update (erased, held, moved) on app.record_ending_count to attune_worker;
grant select on app.record_ending_count to attune_app_definer, attune_app_backup;
create policy worker_keeps on app.record_ending_count for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_sees on app.record_ending_count for select to attune_app_definer using (true);
create policy backup_reads on app.record_ending_count for select to attune_app_backup using (true);
alter table app.record_ending_count enable row level security, force row level security;

grant select on app.record_ending to attune_app_therapist, attune_worker, attune_app_definer, attune_app_backup;
grant update (confirmed_at) on app.record_ending to attune_app_therapist;
grant insert (therapist_id, client_id, kept_until, listed_at, reminded_at, checked_on), delete,
  update (kept_until, listed_at, confirmed_at, reminded_at, told_at, checked_on) on app.record_ending to attune_worker;
grant delete, update (kept_until, told_at, postponed_until) on app.record_ending to attune_app_definer;
create policy therapist_sees on app.record_ending for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_confirms on app.record_ending for update to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.record_ending for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.record_ending for all to attune_app_definer using (true);
create policy backup_reads on app.record_ending for select to attune_app_backup using (true);
alter table app.record_ending enable row level security, force row level security;

set local role attune_app_definer;

-- Announces each change of the list to its therapist alone.
create function def.change_record_ending() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'record_ending', r.client_id, tg_op, array[r.therapist_id], jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_record_ending() is 'feature: platform';

-- The records of a therapist without a connection that are not on the list, and whose retention ends within about a month. The server computes the exact day.
create function def.endings_of_therapist(therapist uuid, moment timestamptz)
returns table (client_id uuid, last_session_at timestamptz, added_at timestamptz, left_at timestamptz, birth_date date, zone text, years int, majority_age int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select c.id, l.at, c.created_at, c.disconnected_at, c.date_of_birth, p.zone, o.retention_years::int, o.majority_age::int
    from app.client c join app.profile p on p.account_id = c.therapist_id cross join app.product_setting o,
      lateral (select max(sc.starts_at) as at from app.session_client sc join app.session s on s.id = sc.session_id
        where sc.therapist_id = c.therapist_id and sc.client_id = c.id and sc.answer <> 'declined'
          and s.status not in ('pending', 'cancelled', 'denied') and s.deleted_at is null) l
    where c.therapist_id = therapist and c.erased_at is null and (c.account_id is null or c.disconnected_at is not null)
      and not exists (select from app.record_ending e where e.therapist_id = c.therapist_id and e.client_id = c.id)
      and (greatest((coalesce(l.at, greatest(c.created_at, c.disconnected_at)) at time zone p.zone)::date,
          (c.date_of_birth + make_interval(years => o.majority_age))::date) + make_interval(years => o.retention_years))::date
        <= ((moment at time zone p.zone)::date + interval '1 month 1 day')::date
    order by c.id;
end $$;
comment on function def.endings_of_therapist(uuid, timestamptz) is 'feature: record-retention';
revoke all on function def.endings_of_therapist(uuid, timestamptz) from public;

-- The therapists, also those of closed accounts, whose list changes today or has entries that were not checked today. A therapist without a record and a
-- session from before the period is left out without reading the records.
create function def.record_endings_to_settle(moment timestamptz) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select k.therapist_id from app.calendar k join app.profile p on p.account_id = k.therapist_id cross join app.product_setting o,
      lateral (select moment + interval '1 month 2 days' - make_interval(years => o.retention_years) as before) l
    where extract(hour from moment at time zone p.zone) >= 8
      and (exists (select from app.record_ending e where e.therapist_id = k.therapist_id and e.checked_on <> (moment at time zone p.zone)::date)
        or exists (select from app.record_ending_count n where n.therapist_id = k.therapist_id)
        or (exists (select from app.session s where s.therapist_id = k.therapist_id and s.starts_at <= l.before)
            or exists (select from app.client c where c.therapist_id = k.therapist_id and c.created_at <= l.before))
          and exists (select from def.endings_of_therapist(k.therapist_id, moment)))
    order by k.therapist_id limit 1000;
end $$;
comment on function def.record_endings_to_settle(timestamptz) is 'feature: record-retention';
revoke all on function def.record_endings_to_settle(timestamptz) from public;

-- The records that the list of the acting therapist lacks.
create function def.unlisted_endings(moment timestamptz, most int)
returns table (client_id uuid, last_session_at timestamptz, added_at timestamptz, left_at timestamptz, birth_date date, zone text, years int, majority_age int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from def.endings_of_therapist(app.actor_id(), moment) limit most;
end $$;
comment on function def.unlisted_endings(timestamptz, int) is 'feature: record-retention';
revoke all on function def.unlisted_endings(timestamptz, int) from public;

-- Whether a record of the acting therapist is connected, has a legal hold, when the latest hold was placed, and when a backup was last restored. Locks the record, so that no session, hold or
-- connection is added before the transaction ends. The calendar is locked first, as by everything that takes a time.
create function def.lock_ending_record(record uuid) returns table (is_connected boolean, is_held boolean, held_at timestamptz, restored_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.calendar k where k.therapist_id = app.actor_id() for no key update;
  perform from app.client c where c.id = record and c.therapist_id = app.actor_id() and c.erased_at is null for update;
  return query
    select c.account_id is not null and c.disconnected_at is null, coalesce(bool_or(h.id is not null and h.ended_at is null), false), max(h.placed_at),
      (select max(r.restored_at) from app.restored r)
    from app.client c left join app.record_hold h on h.therapist_id = c.therapist_id and h.client_id = c.id
    where c.id = record and c.therapist_id = app.actor_id() and c.erased_at is null group by c.id;
end $$;
comment on function def.lock_ending_record(uuid) is 'feature: record-retention';
revoke all on function def.lock_ending_record(uuid) from public;

-- How many records of each closed account are on the list, for an admin. It names no client.
create function def.closed_record_endings() returns table (therapist_id uuid, name text, records int, first_on date, last_on date)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin') then
    return;
  end if;
  return query
    select e.therapist_id, trim(p.first_name || ' ' || p.last_name), count(*)::int, min(e.kept_until), max(e.kept_until)
    from app.record_ending e join app.profile p on p.account_id = e.therapist_id
    where p.email = '' group by e.therapist_id, p.first_name, p.last_name order by min(e.kept_until), e.therapist_id;
end $$;
comment on function def.closed_record_endings() is 'feature: record-retention';
revoke all on function def.closed_record_endings() from public;

-- Keeps the listed records of a closed account until a year from today or from their end, whichever is later. Returns their number. For an admin.
create function def.keep_closed_records(therapist uuid, today date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept int;
begin
  if not exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin') then
    return 0;
  end if;
  update app.record_ending e set postponed_until = (greatest(today, e.kept_until) + interval '1 year')::date,
      kept_until = (greatest(today, e.kept_until) + interval '1 year')::date, told_at = null
    from app.profile p where p.account_id = e.therapist_id and p.email = '' and e.therapist_id = therapist
      and e.kept_until <= today + interval '2 months';
  get diagnostics kept = row_count;
  return kept;
end $$;
comment on function def.keep_closed_records(uuid, date) is 'feature: record-retention';
revoke all on function def.keep_closed_records(uuid, date) from public;

-- The country of most businesses of the practice, for an admin; null if none has entered one.
create function def.practice_country() returns text language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select b.country from app.business b
    where b.country is not null and exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin')
    group by b.country order by count(*) desc, b.country limit 1);
end $$;
comment on function def.practice_country() is 'feature: business';
revoke all on function def.practice_country() from public;

grant execute on function def.change_record_ending() to attune_owner;
grant execute on function def.record_endings_to_settle(timestamptz), def.unlisted_endings(timestamptz, int), def.lock_ending_record(uuid),
  def.retention_of_record(uuid) to attune_worker;
grant execute on function def.closed_record_endings(), def.keep_closed_records(uuid, date), def.practice_country() to attune_app_admin;

set local role attune_owner;

create trigger change_insert after insert on app.record_ending referencing new table as changed for each statement execute function def.change_record_ending();
create trigger change_update after update on app.record_ending referencing new table as changed for each statement execute function def.change_record_ending();
create trigger change_delete after delete on app.record_ending referencing old table as changed for each statement execute function def.change_record_ending();

-- Lists the records of a therapist whose retention ends, checks those on the list, and erases what was confirmed.
select jobs.create_queue('record-ending', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 600, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
