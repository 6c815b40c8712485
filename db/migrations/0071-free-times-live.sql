-- Clients who look at free times hear at once that these may be others now: of which therapist, and nothing else. Not what changed, not when it is.

set local role attune_app_definer;

create function def.tell_of_free_times(therapists uuid[]) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'free_time', t.id, 'UPDATE', t.audience, jsonb_build_object('therapist_id', t.id)
    from (select x.id, array(select c.account_id from app.client c where c.therapist_id = x.id and c.status = 'active' and c.account_id is not null) as audience
      from (select distinct unnest(therapists) as id) x) t
    where cardinality(t.audience) > 0;
  if found then perform pg_notify('attune_change', ''); end if;
end $$;

-- What of a table decides on free times. A change that leaves all of it as it was (a title, an answer, a note) is told to nobody.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('session', 'r.starts_at, r.ends_at', 'r.status in (''scheduled'', ''confirmed'', ''rescheduled'', ''completed'', ''no-show'')'),
    ('event', 'r.starts_at, r.ends_at', 'true'),
    ('imported_event', 'r.starts_at, r.ends_at', 'true'),
    ('absence', 'r.starts_at, r.ends_at', 'true'),
    ('availability', 'r.weekly, r.buffer_before, r.buffer_after, r.notice_minutes, r.horizon_days, r.step_minutes, r.per_day, r.per_week', 'true'),
    ('day_override', 'r.day, r.ranges', 'true'),
    ('session_terms', 'r.propose_times, r.duration_minutes', 'true')
  ) as v (name, what, counts) loop
    execute format($f$
      create function def.free_times_by_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'INSERT' then
          perform def.tell_of_free_times(array(select r.therapist_id from new_rows r where %3$s));
        elsif tg_op = 'DELETE' then
          perform def.tell_of_free_times(array(select r.therapist_id from old_rows r where %3$s));
        else
          perform def.tell_of_free_times(array(
            select x.therapist_id from (
              (select r.therapist_id, %2$s from new_rows r where %3$s except all select r.therapist_id, %2$s from old_rows r where %3$s)
              union all
              (select r.therapist_id, %2$s from old_rows r where %3$s except all select r.therapist_id, %2$s from new_rows r where %3$s)
            ) x));
        end if;
        return null;
      end $body$;
      grant execute on function def.free_times_by_%1$s() to attune_owner;
    $f$, t.name, t.what, t.counts);
  end loop;
end $$;

set local role attune_owner;

do $$
declare
  name text;
begin
  foreach name in array array['session', 'event', 'imported_event', 'absence', 'availability', 'day_override', 'session_terms'] loop
    execute format('create trigger free_times_insert after insert on app.%1$I referencing new table as new_rows for each statement execute function def.free_times_by_%1$s()', name);
    execute format('create trigger free_times_update after update on app.%1$I referencing new table as new_rows old table as old_rows for each statement execute function def.free_times_by_%1$s()', name);
    execute format('create trigger free_times_delete after delete on app.%1$I referencing old table as old_rows for each statement execute function def.free_times_by_%1$s()', name);
  end loop;
end $$;
