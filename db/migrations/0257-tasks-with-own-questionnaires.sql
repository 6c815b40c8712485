-- Tasks with own questionnaires: a task gets a copy of the version that is current when it is assigned, and again when it is delivered later.
alter table app.task drop constraint task_kind_check,
  add constraint task_kind_check check (kind in ('plain', 'checklist', 'check-in', 'thought-record', 'questionnaire', 'measure'));

-- The score of an own questionnaire can be negative and have decimals. `results` has the result of each of its scores, as they were submitted.
-- Scores can be compared from `comparable_from` on. Null for other answers.
alter table app.task_answer drop constraint task_answer_score_check,
  alter column score type double precision,
  add column results jsonb check (jsonb_typeof(results) = 'array'),
  add column measure_version int check (measure_version >= 1),
  add column comparable_from int check (comparable_from <= measure_version);
grant insert (results, measure_version, comparable_from), select (results, measure_version, comparable_from) on app.task_answer to attune_app_client;
grant update (form) on app.task to attune_app_definer;

set local role attune_app_definer;

-- Returns the released version of a questionnaire, and records that it was sent. Null if it is deleted or was never released.
create function def.copy_of_measure(therapist uuid, measure uuid) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  latest int;
begin
  select max(v.version) into latest from app.measure m join app.measure_version v on v.therapist_id = m.therapist_id and v.measure_id = m.id
    where m.therapist_id = therapist and m.id = measure and m.removed_at is null;
  update app.measure_version v set sent_at = clock_timestamp()
    where v.therapist_id = therapist and v.measure_id = measure and v.version = latest and v.sent_at is null;
  return (select jsonb_build_object('version', v.version, 'comparableFrom', v.comparable_from, 'content', v.content)
    from app.measure_version v where v.therapist_id = therapist and v.measure_id = measure and v.version = latest);
end $$;
comment on function def.copy_of_measure(uuid, uuid) is 'feature: measure';

-- Returns the copy of the acting therapist's questionnaire that a task gets.
create function def.measure_to_send(measure uuid) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return def.copy_of_measure(app.actor_id(), measure);
end $$;
comment on function def.measure_to_send(uuid) is 'feature: measure';
grant execute on function def.measure_to_send(uuid) to attune_app_therapist;

-- Renews the copy in a task that is about to be delivered. The worker delivers tasks and cannot read their forms. A questionnaire that was deleted
-- since is sent as it was assigned.
create function def.renew_copy(task uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  copy jsonb;
begin
  select def.copy_of_measure(t.therapist_id, (t.form ->> 'measureId')::uuid) into copy from app.task t
    where t.id = renew_copy.task and t.kind = 'measure' and t.delivered_at is null and app.actor_id() = t.therapist_id;
  if copy is not null then
    update app.task t set form = jsonb_set(t.form, '{copy}', copy) where t.id = renew_copy.task;
  end if;
end $$;
comment on function def.renew_copy(uuid) is 'feature: task';
grant execute on function def.renew_copy(uuid) to attune_app_therapist, attune_worker;

-- As before, and renews the copy of an own questionnaire.
create or replace function def.deliver_after(done uuid, moment timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before record;
  t record;
  copy jsonb;
begin
  select x.therapist_id, l.client_id into before from app.task x join app.task_client l on l.task_id = x.id
    where x.id = done and x.status = 'completed' and l.client_id = any (def.my_records());
  if before.client_id is null then return; end if;
  for t in select x.id, x.due_day, x.status, x.kind, x.form ->> 'measureId' as measure_id from app.task x
      where x.therapist_id = before.therapist_id and x.after_task_id = done
      and x.client_id = before.client_id and x.delivered_at is null and x.withdrawn_at is null and x.archived_at is null order by x.id for update loop
    if t.kind = 'measure' then
      copy := def.copy_of_measure(before.therapist_id, t.measure_id::uuid);
      update app.task x set form = jsonb_set(x.form, '{copy}', copy) where x.id = t.id and copy is not null;
    end if;
    insert into app.task_client (therapist_id, task_id, client_id, due_day) values (before.therapist_id, t.id, before.client_id, t.due_day);
    update app.task x set delivered_at = moment, version = x.version + 1, updated_at = moment where x.id = t.id;
    insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command)
      values (before.therapist_id, t.id, moment, before.therapist_id, 'product', 'deliver', t.status, t.status, gen_random_uuid());
    return next t.id;
  end loop;
end $$;

-- Returns whether the client of a questionnaire has another copy of it that is open: delivered by the same therapist, and not answered, declined,
-- withdrawn or archived. False for a task that is no questionnaire.
create or replace function def.has_open_copy(task uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from app.task t join app.task o on o.therapist_id = t.therapist_id and o.client_id = t.client_id and o.id <> t.id
    where t.id = has_open_copy.task and app.actor_id() = t.therapist_id and t.kind in ('questionnaire', 'measure') and o.kind = t.kind
      and coalesce(o.form ->> 'name', o.form ->> 'measureId') = coalesce(t.form ->> 'name', t.form ->> 'measureId')
      and o.delivered_at is not null and o.ended_at is null and o.withdrawn_at is null and o.archived_at is null);
end $$;
