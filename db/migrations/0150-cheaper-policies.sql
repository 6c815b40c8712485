-- A body in standard form is parsed when it is created, so it needs no search path of its own and is inlined into each policy.
create or replace function app.actor_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.actor', true), '')::uuid;

-- Rows that `therapist_sees` and `client_sees` show, too, but without reading everybody whom a client record joins to the actor.
create policy therapist_sees_self on app.profile for select to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_sees_self on app.profile for select to attune_app_client using (account_id = (select app.actor_id()));
