-- A therapist places a legal hold on the record of a client. While it lasts, parts of the record are not deleted, and it is not merged away.

-- `until_on` is the last day of the hold, in the therapist's zone. A hold that ended stays in the record with its reason; the client does not see it.
create table app.record_hold (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  placed_at timestamptz not null,
  until_on date not null,
  -- When the therapist was reminded of the end. Empty again after a renewal.
  reminded_at timestamptz,
  ended_at timestamptz,
  ending text check (ending in ('ended', 'expired')),
  unique (therapist_id, id),
  check ((ended_at is null) = (ending is null)),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.record_hold is 'owner: therapist; erasure: keep (record); disconnect: keep; export: none (what the client does not learn of); kept: record; feature: record-retention';
create unique index record_hold_open on app.record_hold (therapist_id, client_id) where ended_at is null;
create index record_hold_client on app.record_hold (therapist_id, client_id, placed_at desc);

grant select on app.record_hold to attune_app_therapist, attune_worker, attune_app_definer, attune_app_backup;
grant insert (id, therapist_id, client_id, reason, placed_at, until_on), update (until_on, reminded_at, ended_at, ending) on app.record_hold to attune_app_therapist;
grant update (until_on, reminded_at, ended_at, ending) on app.record_hold to attune_worker;
create policy therapist_sees on app.record_hold for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_places on app.record_hold for insert to attune_app_therapist with check (therapist_id = (select app.actor_id()));
create policy therapist_changes on app.record_hold for update to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.record_hold for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_sees on app.record_hold for select to attune_app_definer using (true);
create policy backup_reads on app.record_hold for select to attune_app_backup using (true);
alter table app.record_hold enable row level security, force row level security;

grant select (retention_years) on app.product_setting to attune_app_definer;

set local role attune_app_definer;

-- Announces each hold to its therapist alone.
create function def.change_record_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'record_hold', r.id, tg_op, array[r.therapist_id], jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from changed r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_record_hold() is 'feature: platform';

-- Adds the beginning, a renewal and the end of a hold to the history of the record. A renewal, unlike a reminder that comes late, leaves no reminder.
create function def.note_record_hold() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform def.note_client_event(new.client_id, 'therapist', 'hold-placed', '');
  elsif new.ending is not null then
    perform def.note_client_event(new.client_id, case new.ending when 'expired' then 'system' else 'therapist' end, 'hold-' || new.ending, '');
  elsif new.reminded_at is null then
    perform def.note_client_event(new.client_id, 'therapist', 'hold-renewed', '');
  end if;
  return null;
end $$;
comment on function def.note_record_hold() is 'feature: record-retention';

-- From what the end of the retention of a record of the acting therapist follows: its sessions, its age, and the setting of the practice.
create function def.retention_of_record(record uuid)
returns table (last_session_at timestamptz, added_at timestamptz, left_at timestamptz, birth_date date, zone text, years int, majority_age int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select (select max(sc.starts_at) from app.session_client sc join app.session s on s.id = sc.session_id
        where sc.therapist_id = c.therapist_id and sc.client_id = c.id and sc.answer <> 'declined'
          and s.status not in ('pending', 'cancelled', 'denied') and s.deleted_at is null),
      c.created_at, c.disconnected_at, c.date_of_birth, p.zone, o.retention_years::int, o.majority_age::int
    from app.client c join app.profile p on p.account_id = c.therapist_id cross join app.product_setting o
    where c.id = record and c.therapist_id = app.actor_id();
end $$;
comment on function def.retention_of_record(uuid) is 'feature: record-retention';
revoke all on function def.retention_of_record(uuid) from public;

-- The holds of which the therapist is to be reminded now, a month before their last day, and those that end now. A hold is not over before the therapist was
-- reminded of it, unless the account is closed, so that nobody can renew it.
create function def.record_holds_to_settle(moment timestamptz) returns table (id uuid, therapist_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select h.id, h.therapist_id from app.record_hold h join app.profile p on p.account_id = h.therapist_id
    where h.ended_at is null and extract(hour from moment at time zone p.zone) >= 8
      and (h.until_on < (moment at time zone p.zone)::date
        or h.reminded_at is null and p.email <> '' and h.until_on - interval '1 month' <= (moment at time zone p.zone)::date)
    order by h.until_on, h.id limit 1000;
end $$;
comment on function def.record_holds_to_settle(timestamptz) is 'feature: record-retention';
revoke all on function def.record_holds_to_settle(timestamptz) from public;

-- Deletes the documents that were deleted more than 30 days ago, except those of a record with a legal hold. Returns their ids.
create or replace function def.purge_documents(moment timestamptz) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query delete from app.document d where d.deleted_at < moment - interval '30 days'
    and not exists (select from app.record_hold h where h.therapist_id = d.therapist_id and h.client_id = d.client_id and h.ended_at is null)
    returning d.id;
end $$;

grant execute on function def.change_record_hold(), def.note_record_hold() to attune_owner;
grant execute on function def.retention_of_record(uuid) to attune_app_therapist;
grant execute on function def.record_holds_to_settle(timestamptz) to attune_worker;

set local role attune_owner;

create trigger change_insert after insert on app.record_hold referencing new table as changed for each statement execute function def.change_record_hold();
create trigger change_update after update on app.record_hold referencing new table as changed for each statement execute function def.change_record_hold();
create trigger history_insert after insert on app.record_hold for each row execute function def.note_record_hold();
create trigger history_update after update of until_on, ending on app.record_hold for each row
  when (old.until_on is distinct from new.until_on or old.ending is distinct from new.ending) execute function def.note_record_hold();

-- Reminds a therapist of the end of a hold, and ends it.
select jobs.create_queue('record-hold', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
