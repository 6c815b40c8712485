-- One job of the waiting list for each transaction that frees times, and a mark of the times that such a job has looked at. Times without the
-- mark are found by the cleanup, in case their job was lost.

-- ── jobs with a key ────────────────────────────────────────────────────────────────────────────────────────────
-- A job with a key has the policy 'exclusive' of pg-boss, of which one per key waits or runs. A failed one loses it, so that an admin can let
-- it run again while another waits.
create or replace function app.keep_failed_job() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.deletion_seconds := greatest(new.deletion_seconds, 14 * 24 * 60 * 60);
  if new.policy = 'exclusive' then new.policy := 'standard'; end if;
  return new;
end $$;

-- ── freed times ────────────────────────────────────────────────────────────────────────────────────────────────
alter table app.freed_time add column checked_at timestamptz;
create index freed_time_unchecked on app.freed_time (therapist_id, freed_at) where checked_at is null and closed_at is null;
grant update (checked_at) on app.freed_time to attune_app_therapist;

set local role attune_app_definer;

-- Lets the waiting list of therapists be worked on after some seconds. The key makes one job of all statements of a transaction. Jobs of several
-- transactions stay apart, because one that runs before the other transaction has ended does not see its change.
create or replace function def.wake_waiting_lists(therapists uuid[], seconds int) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    policy, heartbeat_seconds, singleton_key)
  select q.name, jsonb_build_object('therapistId', t.id), a.at, a.at + q.retention_seconds * interval '1 s', q.expire_seconds, q.deletion_seconds,
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, 'exclusive', q.heartbeat_seconds,
    concat_ws(' ', t.id, pg_current_xact_id(), seconds)
  from (select distinct unnest(therapists) as id) t, jobs.queue q, lateral (select jobs.job_now() + seconds * interval '1 s' as at) a
  where q.name = 'waiting-list'
  on conflict do nothing;
end $$;

-- The therapists whose waiting list has a freed time that no job has looked at, although it can no longer be undone, or an open offer that has
-- run out.
create function def.overdue_waiting_lists(moment timestamptz) returns table (therapist_id uuid) language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select t.id from (
      select f.therapist_id as id from app.freed_time f
        where f.checked_at is null and f.closed_at is null and f.freed_at <= moment - interval '2 minutes' and f.ends_at > moment
      union
      select o.therapist_id from app.waiting_offer o where o.state = 'open' and o.expires_at <= moment - interval '1 minute') t
    where not def.is_disabled(t.id)
    order by t.id limit 1000;
end $$;
comment on function def.overdue_waiting_lists(timestamptz) is 'feature: waiting-list';
grant execute on function def.overdue_waiting_lists(timestamptz) to attune_worker;
