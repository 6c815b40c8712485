-- A merge keeps with whom the safety plan is shared, and admins are told when the disk for files runs low.

-- Whether less than a tenth of the disk is free, as the admins were told last.
alter table app.product_setting add column disk_low boolean not null default false;

grant select (disk_low), update (disk_low) on app.product_setting to attune_app_definer;
grant insert (shared_at) on app.safety_plan_share to attune_app_definer;

set local role attune_app_definer;

-- Hands the account of one own record over to another that has none; with it goes what was shared with the same therapist.
create or replace function def.hand_over_account(from_record uuid, to_record uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  state text;
  since timestamptz;
  left_at timestamptz;
  plan_since timestamptz;
begin
  select c.account_id, c.status, c.connected_at, c.disconnected_at into person, state, since, left_at from app.client c
    where c.id = from_record and c.therapist_id = app.actor_id();
  if person is null then return; end if;
  select h.shared_at into plan_since from app.safety_plan_share h where h.account_id = person and h.therapist_id = app.actor_id();
  update app.client c set account_id = null where c.id = from_record;
  update app.client c set account_id = person, status = state, connected_at = since, disconnected_at = left_at, updated_at = now()
    where c.id = to_record and c.therapist_id = app.actor_id() and c.account_id is null;
  if not found then raise exception 'the other record has an account' using errcode = 'restrict_violation'; end if;
  if plan_since is not null then
    insert into app.safety_plan_share (account_id, therapist_id, shared_at) values (person, app.actor_id(), plan_since);
  end if;
end $$;

-- Tells every admin that the disk for files runs low, or has room again; once each time that changes. Returns the mails to send.
create function def.disk_is(low boolean) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  admin uuid;
  made uuid;
begin
  update app.product_setting s set disk_low = low where s.disk_low <> low;
  if not found then return; end if;
  for admin in select p.account_id from app.profile p where p.role = 'admin' order by p.account_id loop
    insert into app.notification (account_id, kind, params) values (admin, case when low then 'disk-low' else 'disk-roomy' end, '{"name": "Attune"}');
    if low then
      made := gen_random_uuid();
      insert into app.mail (id, kind, account_id, acting_for, subject_id) values (made, 'disk-low', admin, admin, admin);
      return next made;
    end if;
  end loop;
end $$;
grant execute on function def.disk_is(boolean) to attune_worker;

set local role attune_owner;
