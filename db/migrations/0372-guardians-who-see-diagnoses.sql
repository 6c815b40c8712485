-- Guardians are notified of further diagnoses of a shared plan only if they see them, which needs the right 'superbills' beside the plan.

set local role attune_app_definer;

-- The guardians of a client of the acting therapist who see the shared version of the plan and what is shared of its diagnoses from now on.
create function def.guardians_of_diagnoses(record uuid) returns table (account_id uuid) language plpgsql stable security definer
set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.account_id from def.guardians_of_plan(record) g
    join app.treatment_plan_share s on s.therapist_id = app.actor_id() and s.client_id = record and s.shared_at >= g.since
    join app.guardian_right r on r.therapist_id = s.therapist_id and r.client_id = s.client_id and r.account_id = g.account_id and r.kind = 'superbills';
end $$;
comment on function def.guardians_of_diagnoses(uuid) is 'feature: treatment-plan';
grant execute on function def.guardians_of_diagnoses(uuid) to attune_app_therapist;
