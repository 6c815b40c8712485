-- The list of records whose retention ends changes once a day. The day on which a therapist's list was settled is kept, so that it is asked for by one
-- look-up, and records and sessions are read once a day.

-- `settled_on` is the day in the therapist's zone. The numbers are zero after the therapist was notified of them.
alter table app.record_ending_count add column settled_on date;
comment on table app.record_ending_count is 'owner: therapist; erasure: keep (record: numbers and a day alone); disconnect: keep; export: none (numbers and a day alone); kept: few (one row per therapist); feature: record-retention';
revoke delete on app.record_ending_count from attune_worker;
grant insert (settled_on), update (settled_on) on app.record_ending_count to attune_worker;
grant insert (therapist_id, settled_on), update (settled_on) on app.record_ending_count to attune_app_definer;
drop policy definer_sees on app.record_ending_count;
create policy definer_settles on app.record_ending_count for all to attune_app_definer using (true);

set local role attune_app_definer;

-- The therapists, also those of closed accounts, whose list changes today or has entries, if it was not settled today. A therapist with nothing to settle
-- counts as settled today. One who is settled today costs a look-up by key; the others are settled by a job, which runs again if it fails.
create or replace function def.record_endings_to_settle(moment timestamptz) returns setof uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with open as (
      select k.therapist_id, d.today, moment + interval '1 month 2 days' - make_interval(years => o.retention_years) as before
      from app.calendar k join app.profile p on p.account_id = k.therapist_id cross join app.product_setting o,
        lateral (select (moment at time zone p.zone)::date as today) d
      where extract(hour from moment at time zone p.zone) >= 8
        and not exists (select from app.record_ending_count n where n.therapist_id = k.therapist_id and n.settled_on = d.today)
      order by k.therapist_id limit 1000),
    judged as materialized (
      select o.therapist_id, o.today,
        exists (select from app.record_ending e where e.therapist_id = o.therapist_id)
        or exists (select from app.record_ending_count n where n.therapist_id = o.therapist_id and n.erased + n.held + n.moved > 0)
        or (exists (select from app.session s where s.therapist_id = o.therapist_id and s.starts_at <= o.before)
            or exists (select from app.client c where c.therapist_id = o.therapist_id and c.created_at <= o.before))
          and exists (select from def.endings_of_therapist(o.therapist_id, moment)) as is_due
      from open o),
    settled as (
      insert into app.record_ending_count (therapist_id, settled_on) select j.therapist_id, j.today from judged j where not j.is_due
      on conflict on constraint record_ending_count_pkey do update set settled_on = excluded.settled_on)
    select j.therapist_id from judged j where j.is_due order by j.therapist_id;
end $$;
