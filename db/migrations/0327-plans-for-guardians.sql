-- Guardians with the right 'plan' see the version of the treatment plan that is shared with the client. The diagnoses that are shared with the client
-- need the right 'superbills', the one for diagnoses.

grant select (therapist_id, client_id, version_id, shared_at) on app.treatment_plan_share to attune_app_guardian;
create policy guardian_sees on app.treatment_plan_share for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = treatment_plan_share.therapist_id and r.client_id = treatment_plan_share.client_id
    and r.kind = 'plan' and r.since <= treatment_plan_share.shared_at));
grant select (id, therapist_id, client_id, number, goals, review_on, made_at) on app.treatment_plan_version to attune_app_guardian;
create policy guardian_sees on app.treatment_plan_version for select to attune_app_guardian
  using (exists (select from app.treatment_plan_share s where s.version_id = treatment_plan_version.id));
grant select (therapist_id, client_id, diagnosis_id, shared_at) on app.diagnosis_share to attune_app_guardian;
create policy guardian_sees on app.diagnosis_share for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = diagnosis_share.therapist_id and r.client_id = diagnosis_share.client_id
    and r.kind = 'superbills' and r.since <= diagnosis_share.shared_at));
grant select (id, therapist_id, client_id, system, code, text, from_day, until_day) on app.diagnosis to attune_app_guardian;
create policy guardian_sees on app.diagnosis for select to attune_app_guardian
  using (exists (select from app.diagnosis_share s where s.diagnosis_id = diagnosis.id));

set local role attune_app_definer;

-- The guardians with the right to the plan of a client of the acting therapist, each with the time from which on they see what is shared.
create function def.guardians_of_plan(record uuid) returns table (account_id uuid, name text, since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select r.account_id, g.name, r.since from app.guardian_right r
    join app.guardian g on g.therapist_id = r.therapist_id and g.client_id = r.client_id and g.account_id = r.account_id and g.ended_at is null
    where r.therapist_id = app.actor_id() and r.client_id = record and r.kind = 'plan' order by g.name, g.id;
end $$;
comment on function def.guardians_of_plan(uuid) is 'feature: treatment-plan';
grant execute on function def.guardians_of_plan(uuid) to attune_app_therapist;

-- The accounts that see what is shared at this moment as guardians of a client.
create function def.guardians_since(therapist uuid, record uuid, wanted text, moment timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select r.account_id from app.guardian_right r
    where r.therapist_id = therapist and r.client_id = record and r.kind = wanted and r.since <= moment);
end $$;
comment on function def.guardians_since(uuid, uuid, text, timestamptz) is 'feature: guardian';

-- Announces what is shared of a plan to the guardians who see it, too.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('treatment_plan_share', 'r.client_id', 'def.guardians_since(r.therapist_id, r.client_id, ''plan'', r.shared_at)'),
    ('diagnosis_share', 'r.diagnosis_id', 'def.guardians_since(r.therapist_id, r.client_id, ''superbills'', r.shared_at)')
  ) as v (name, row_id, guardians) loop
    execute format($f$
      create or replace function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        if tg_op = 'DELETE' then
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array_remove(array[r.therapist_id, (select c.account_id from app.client c where c.id = r.client_id)], null) || %3$s,
              jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from old_rows r;
        else
          insert into app.change (table_name, row_id, op, audience, keys)
            select '%1$s', %2$s, tg_op, array_remove(array[r.therapist_id, (select c.account_id from app.client c where c.id = r.client_id)], null) || %3$s,
              jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from new_rows r;
        end if;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
    $f$, t.name, t.row_id, t.guardians);
  end loop;
end $$;

-- Announces changed diagnoses to the client and the guardians who read them, too.
create or replace function def.change_diagnosis() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'diagnosis', r.id, tg_op, array_remove(array[r.therapist_id, case when exists (select from app.diagnosis_share s where s.diagnosis_id = r.id)
          then (select c.account_id from app.client c where c.id = r.client_id) end], null),
        jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id) from old_rows r;
  else
    insert into app.change (table_name, row_id, op, audience, keys)
      select 'diagnosis', r.id, tg_op, array_remove(array[r.therapist_id, case when s.diagnosis_id is not null
          then (select c.account_id from app.client c where c.id = r.client_id) end], null)
          || coalesce(def.guardians_since(s.therapist_id, s.client_id, 'superbills', s.shared_at), '{}'),
        jsonb_build_object('client_id', r.client_id, 'therapist_id', r.therapist_id)
      from new_rows r left join app.diagnosis_share s on s.diagnosis_id = r.id;
  end if;
  perform pg_notify('attune_change', '');
  return null;
end $$;
