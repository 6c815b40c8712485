grant select (form, kind) on app.task to attune_app_definer;

set local role attune_app_definer;
-- Returns whether the client of a questionnaire has another copy of it that is open: delivered by the same therapist, and not answered, declined,
-- withdrawn or archived. The worker delivers tasks and cannot read their forms. False for a task that is no questionnaire.
create function def.has_open_copy(task uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from app.task t join app.task o on o.therapist_id = t.therapist_id and o.client_id = t.client_id and o.id <> t.id
    where t.id = has_open_copy.task and app.actor_id() = t.therapist_id and t.kind = 'questionnaire' and o.kind = 'questionnaire'
      and o.form ->> 'name' = t.form ->> 'name' and o.delivered_at is not null and o.ended_at is null and o.withdrawn_at is null
      and o.archived_at is null);
end $$;
comment on function def.has_open_copy(uuid) is 'feature: task';
grant execute on function def.has_open_copy(uuid) to attune_app_therapist, attune_worker;
