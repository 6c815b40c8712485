-- The rights of guardians pause when the client comes of age, or after the last day of an adult's guardianship. Only the client renews them.

alter table app.product_setting add column majority_age smallint not null default 18 check (majority_age between 12 and 18);
grant update (majority_age) on app.product_setting to attune_app_admin;
grant select (majority_age) on app.product_setting to attune_app_definer;
grant select (date_of_birth) on app.client to attune_app_definer;

-- Whether the rights pause because of the client's age or the last day, and not because the therapist paused them.
alter table app.guardian add column age_paused boolean not null default false;
-- When the rights were renewed. They do not pause by age again.
alter table app.guardian add column renewed_at timestamptz;
alter table app.guardian add column renewal_told_at timestamptz;
-- The day of the pause of which people were notified 30 days before.
alter table app.guardian add column warned_for date;
alter table app.guardian add check (renewed_at is null or not age_paused);
grant select (basis, valid_until, age_paused, renewed_at) on app.guardian to attune_app_client;
grant update (rights, age_paused, renewed_at, renewal_told_at, warned_for) on app.guardian to attune_app_definer;

select jobs.create_queue('guardian-age', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');

set local role attune_app_definer;

-- The age of majority of the practice.
create function def.majority_age() returns int language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select s.majority_age from app.product_setting s);
end $$;
comment on function def.majority_age() is 'feature: administration';
grant execute on function def.majority_age() to attune_app_therapist, attune_app_client, attune_app_guardian, attune_worker;

-- The first day on which the rights of a guardian pause. The rule is that of `guardianPauseDay`.
create function def.guardian_pause_day(basis text, valid_until date, born date, age int) returns date language sql immutable
set search_path = pg_catalog, pg_temp as $$
  select case when basis <> 'parent' then coalesce(valid_until + 1, 'infinity') when born is null then '-infinity'
    else (born + make_interval(years => age))::date + case when extract(day from born) - extract(day from born + make_interval(years => age)) = 1 then 1 else 0 end end
$$;
comment on function def.guardian_pause_day(text, date, date, int) is 'feature: guardian';

-- What is due for a guardian: 'paused', 'resumed', 'ending' (a notice 30 days before) or 'renewed' (a notice of it). Null if nothing is.
create function def.guardian_step(g app.guardian, moment timestamptz) returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  pauses date;
  today date;
begin
  select def.guardian_pause_day(g.basis, g.valid_until, c.date_of_birth, def.majority_age()), (moment at time zone coalesce(p.zone, 'UTC'))::date
    into pauses, today
    from app.client c left join app.profile p on p.account_id = c.therapist_id where c.therapist_id = g.therapist_id and c.id = g.client_id;
  return case
    when g.ended_at is not null then null
    when g.renewed_at is not null then case when g.renewal_told_at is null then 'renewed' end
    when g.paused_at is null and pauses <= today then 'paused'
    when g.age_paused and pauses > today then 'resumed'
    when g.paused_at is null and g.accepted_at is not null and pauses <= today + 30 and g.warned_for is distinct from pauses then 'ending'
  end;
end $$;
comment on function def.guardian_step(app.guardian, timestamptz) is 'feature: guardian';

-- The records with a guardian for whom something is due, at most 1000.
create function def.records_with_due_guardians(moment timestamptz) returns table (therapist_id uuid, client_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct g.therapist_id, g.client_id from app.guardian g
    where g.ended_at is null and (g.renewed_at is null or g.renewal_told_at is null) and def.guardian_step(g, moment) is not null order by 1, 2 limit 1000;
end $$;
comment on function def.records_with_due_guardians(timestamptz) is 'feature: guardian';
grant execute on function def.records_with_due_guardians(timestamptz) to attune_worker;

-- Makes what is due for the guardians of a record of the acting therapist, and returns it for those who have accepted.
create function def.advance_guardians(record uuid, moment timestamptz) returns table (account_id uuid, name text, step text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g app.guardian;
begin
  for g in select * from app.guardian x where x.therapist_id = app.actor_id() and x.client_id = record and x.ended_at is null order by x.id for update loop
    step := def.guardian_step(g, moment);
    continue when step is null;
    if step = 'paused' then update app.guardian x set paused_at = moment, age_paused = true, version = x.version + 1 where x.id = g.id;
    elsif step = 'resumed' then update app.guardian x set paused_at = null, age_paused = false, warned_for = null, version = x.version + 1 where x.id = g.id;
    elsif step = 'renewed' then update app.guardian x set renewal_told_at = moment where x.id = g.id;
    else update app.guardian x set warned_for = (
        select def.guardian_pause_day(g.basis, g.valid_until, c.date_of_birth, def.majority_age()) from app.client c where c.id = g.client_id)
      where x.id = g.id;
    end if;
    account_id := g.account_id;
    name := g.name;
    if g.accepted_at is not null then return next; end if;
  end loop;
end $$;
comment on function def.advance_guardians(uuid, timestamptz) is 'feature: guardian';
grant execute on function def.advance_guardians(uuid, timestamptz) to attune_app_therapist;

-- Lets the guardians of a record be looked at after this transaction.
create function def.wake_guardians(therapist uuid, record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    policy, heartbeat_seconds, singleton_key)
  select q.name, jsonb_build_object('therapistId', therapist, 'clientId', record), a.at, a.at + q.retention_seconds * interval '1 s', q.expire_seconds,
    q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, 'exclusive', q.heartbeat_seconds,
    concat_ws(' ', record, pg_current_xact_id())
  from jobs.queue q, lateral (select jobs.job_now() as at) a
  where q.name = 'guardian-age'
  on conflict do nothing;
end $$;
comment on function def.wake_guardians(uuid, uuid) is 'feature: guardian';

-- Keeps some rights of a paused guardian and lets them apply again. The client decides, or for a client without an account the therapist on their word.
-- Returns 'renewed', 'again' if nothing changed, 'account' if the client has to decide, 'not-paused', or no row if the guardian is not the actor's.
create function def.renew_guardian(guardian uuid, kinds text[], moment timestamptz) returns table (outcome text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g app.guardian;
  of_client uuid;
begin
  select x.* into g from app.guardian x where x.id = guardian for update;
  select c.account_id into of_client from app.client c where c.therapist_id = g.therapist_id and c.id = g.client_id;
  if g.id is null or g.ended_at is not null or not (of_client is not distinct from app.actor_id() or g.therapist_id = app.actor_id()) then return; end if;
  if of_client is not null and of_client <> app.actor_id() then return query select 'account';
  elsif g.renewed_at is not null and g.paused_at is null then return query select 'again';
  elsif not g.age_paused then return query select 'not-paused';
  else
    update app.guardian x set paused_at = null, age_paused = false, renewed_at = moment, renewal_told_at = null, version = x.version + 1,
        rights = coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each(x.rights) e where e.key = any (kinds)), '{}')
      where x.id = guardian;
    perform def.wake_guardians(g.therapist_id, g.client_id);
    return query select 'renewed';
  end if;
end $$;
comment on function def.renew_guardian(uuid, text[], timestamptz) is 'feature: guardian';
grant execute on function def.renew_guardian(uuid, text[], timestamptz) to attune_app_client, attune_app_therapist;

-- A changed date of birth, age of majority, basis or last day is looked at at once.
create function def.follow_birth_date() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.guardian g where g.therapist_id = new.therapist_id and g.client_id = new.id and g.ended_at is null) then
    perform def.wake_guardians(new.therapist_id, new.id);
  end if;
  return null;
end $$;
comment on function def.follow_birth_date() is 'feature: guardian';
grant execute on function def.follow_birth_date() to attune_owner;
create function def.follow_majority_age() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.wake_guardians(g.therapist_id, g.client_id)
    from (select distinct x.therapist_id, x.client_id from app.guardian x where x.ended_at is null and x.basis = 'parent') g;
  return null;
end $$;
comment on function def.follow_majority_age() is 'feature: guardian';
grant execute on function def.follow_majority_age() to attune_owner;
create function def.follow_guardian_basis() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform def.wake_guardians(new.therapist_id, new.client_id);
  return null;
end $$;
comment on function def.follow_guardian_basis() is 'feature: guardian';
grant execute on function def.follow_guardian_basis() to attune_owner;

set local role attune_owner;

create trigger guardians_follow after update of date_of_birth on app.client for each row
  when (old.date_of_birth is distinct from new.date_of_birth) execute function def.follow_birth_date();
create trigger guardians_follow after update of majority_age on app.product_setting for each row
  when (old.majority_age <> new.majority_age) execute function def.follow_majority_age();
create trigger basis_follow after update of basis, valid_until on app.guardian for each row
  when (old.basis <> new.basis or old.valid_until is distinct from new.valid_until) execute function def.follow_guardian_basis();
