-- The author's last word on who may read the safety plan wins, in whatever order requests arrive.

-- How many words a client has said on one therapist's reading of the plan. It outlives each share, so that an older word is known as such.
create table app.safety_plan_turn (
  account_id uuid not null references app.safety_plan (account_id) on delete cascade,
  therapist_id uuid not null,
  turn int not null,
  primary key (account_id, therapist_id)
);
comment on table app.safety_plan_turn is 'owner: account';

grant select on app.safety_plan_turn to attune_app_client, attune_app_backup;
grant select, insert, update (turn) on app.safety_plan_turn to attune_app_definer;
create policy client_sees on app.safety_plan_turn for select to attune_app_client using (account_id = (select app.actor_id()));
create policy definer_keeps on app.safety_plan_turn for all to attune_app_definer using (true);
create policy backup_reads on app.safety_plan_turn for select to attune_app_backup using (true);
alter table app.safety_plan_turn enable row level security, force row level security;

set local role attune_app_definer;

drop function def.share_safety_plan(uuid, boolean);

-- The acting client lets a therapist read the plan and write in it, or ends that. `said` is one more than the latest word that the client
-- knows of: an older one is `changed` meanwhile and does nothing, the same one again is `done`. Nobody runs far ahead, for no later word
-- could reach them. Whoever disconnects at this moment waits, or this does.
create function def.share_safety_plan(therapist uuid, shared boolean, said int) returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stands int;
begin
  perform from app.client c where c.therapist_id = therapist and c.account_id = app.actor_id() and c.disconnected_at is null for update;
  if not found then return 'not-found'; end if;
  insert into app.safety_plan (account_id) values (app.actor_id()) on conflict (account_id) do nothing;
  select t.turn into stands from app.safety_plan_turn t where t.account_id = app.actor_id() and t.therapist_id = therapist;
  stands := coalesce(stands, 0);
  if said = stands and shared = exists (select from app.safety_plan_share h where h.account_id = app.actor_id() and h.therapist_id = therapist) then
    return 'done';
  end if;
  if said <= stands or said > stands + 100 then return 'changed'; end if;
  insert into app.safety_plan_turn (account_id, therapist_id, turn) values (app.actor_id(), therapist, said)
    on conflict (account_id, therapist_id) do update set turn = excluded.turn;
  if shared then
    insert into app.safety_plan_share (account_id, therapist_id) values (app.actor_id(), therapist) on conflict (account_id, therapist_id) do nothing;
  else
    delete from app.safety_plan_share h where h.account_id = app.actor_id() and h.therapist_id = therapist;
  end if;
  return 'done';
end $$;
grant execute on function def.share_safety_plan(uuid, boolean, int) to attune_app_client;

-- As before; the end of a connection is a word too.
create or replace function def.end_safety_share() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.safety_plan_share h where h.therapist_id = old.therapist_id and h.account_id = old.account_id;
  update app.safety_plan_turn t set turn = t.turn + 1 where t.therapist_id = old.therapist_id and t.account_id = old.account_id;
  return new;
end $$;

set local role attune_owner;
