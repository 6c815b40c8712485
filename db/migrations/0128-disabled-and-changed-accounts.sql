-- The database itself refuses what the program refused alone: invitations of a disabled therapist, and data of a role that an account has lost.

set local role attune_app_definer;

-- A login that began at the very moment of signing out is over too.
create or replace function def.login_is_over(account uuid, since timestamptz) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.profile p where p.account_id = account and (p.disabled_at is not null or p.signed_out_at >= since));
end $$;

create or replace function def.accept_invitation(invitation uuid)
returns table (client_id uuid, fresh boolean) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  known uuid;
  left_at timestamptz;
begin
  if not exists (select from auth.secret s where s.purpose = 'invite' and s.subject = invitation::text and s.used_by = app.actor_id()) then return; end if;
  perform from app.calendar k where k.therapist_id = (select i.therapist_id from app.invitation i where i.id = invitation) for update;
  select * into inv from app.invitation i where i.id = invitation for update;
  if inv.id is null or inv.state = 'revoked' then return; end if;
  if def.is_disabled(inv.therapist_id) then return; end if;
  select c.id, c.disconnected_at into known, left_at from app.client c where c.therapist_id = inv.therapist_id and c.account_id = app.actor_id();
  if known is not null and left_at is null then
    return query select known, false;
    return;
  end if;
  if known is null then
    perform from app.client c where c.id = inv.client_id and c.account_id is null for update;
    if not found then return; end if;
  end if;
  update app.invitation i set state = 'accepted', accepted_at = now() where i.id = invitation;
  if known is null then perform def.bind_record(inv.client_id, 'joined', 'invitation');
  else perform def.bind_record(known, 'reconnected', 'invitation');
  end if;
  return query select coalesce(known, inv.client_id), true;
end $$;

create or replace function def.send_fresh_invitation(invitation uuid, at timestamptz, valid_for interval, apart interval)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  inv app.invitation;
  made uuid := gen_random_uuid();
begin
  update app.invitation i
    set generation = i.generation + 1, state = 'sent', opened_at = null, sent_at = at, expires_at = at + valid_for
    from app.client c
    where i.id = invitation and c.id = i.client_id and c.account_id is null and i.state not in ('accepted', 'revoked') and i.sent_at <= at - apart
      and not def.is_disabled(i.therapist_id)
    returning i.* into inv;
  if inv.id is null then return null; end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, 'invitation', null, inv.therapist_id, inv.id, inv.generation);
  perform def.note_client_event(inv.client_id, 'client', 'invited', 'again');
  return made;
end $$;

-- Refuses a row of an account that does not have the role. Waits for a change of the role that is under way. The change itself waits for rows that
-- were inserted before, and finds them.
create function def.hold_role() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.profile p where p.account_id = (to_jsonb(new) ->> tg_argv[0])::uuid and p.role = tg_argv[1] for key share;
  if not found then raise exception 'another role' using errcode = 'check_violation', constraint = 'account_role'; end if;
  return new;
end $$;
grant execute on function def.hold_role() to attune_owner;

-- Gives an account another role and ends its logins. A request for the role is answered with it. Returns {done}, {unchanged}, or what is in the way.
create or replace function def.change_role(account uuid, wanted text, moment timestamptz) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old_role text;
  obstacles text[];
begin
  if not def.hold_admins() then return '{not-admin}'; end if;
  select p.role into old_role from app.profile p where p.account_id = account and p.email <> '' for update;
  if old_role is null then return '{unknown}'; end if;
  if old_role = wanted then return '{unchanged}'; end if;
  if account = app.actor_id() then
    return case when exists (select from app.profile p where p.role = 'admin' and p.disabled_at is null and p.account_id <> account)
      then '{self}' else '{last-admin}' end;
  end if;
  -- A client joins a therapist under this lock.
  perform from app.calendar k where k.therapist_id = account for update;
  obstacles := def.role_obstacles(account);
  if cardinality(obstacles) > 0 then return obstacles; end if;
  update app.profile p set role = wanted, updated_at = moment where p.account_id = account;
  update app.role_request r set status = case when wanted = 'therapist' then 'approved' else 'declined' end, decided_at = moment, decided_by = app.actor_id()
    where r.account_id = account and r.status = 'waiting';
  if wanted = 'therapist' then
    insert into app.calendar (therapist_id, account_id) values (account, account) on conflict (therapist_id) do nothing;
    insert into app.therapist_profile (account_id) values (account) on conflict (account_id) do nothing;
  end if;
  perform def.end_logins(account, moment);
  return '{done}';
end $$;

set local role attune_owner;

create trigger hold_role before insert on app.role_request for each row when (new.status = 'waiting') execute function def.hold_role('account_id', 'client');
create trigger hold_role before insert on app.client for each row execute function def.hold_role('therapist_id', 'therapist');
create trigger hold_role before insert on app.journal_entry for each row execute function def.hold_role('account_id', 'client');
create trigger hold_role before insert on app.safety_plan for each row execute function def.hold_role('account_id', 'client');
