-- The copy of an account's address in its profile, and the end of an account.

grant update (email, avatar_url) on app.profile to attune_app_definer;
grant delete on app.profile to attune_app_definer;

set local role attune_app_definer;

-- Copies the address that an account has proved into its profile.
create function def.copy_email(account uuid, address text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.profile p set email = address, updated_at = now() where p.account_id = account and p.email <> address;
end $$;
grant execute on function def.copy_email(uuid, text) to attune_worker;

-- What stands in the way of the actor's own account being ended at this moment.
create function def.farewell_blocked(at timestamptz) returns text[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select 'future-sessions' where exists (select from app.session s where s.therapist_id = app.actor_id() and s.starts_at > at
      and s.status in ('pending', 'scheduled', 'confirmed', 'rescheduled'))
    union all
    select 'last-admin' where exists (select from app.profile p where p.account_id = app.actor_id() and p.role = 'admin')
      and (select count(*) from app.profile p where p.role = 'admin') = 1);
end $$;
grant execute on function def.farewell_blocked(timestamptz) to attune_app_therapist, attune_app_client, attune_app_admin;

-- Erases what the app knows of an account. Records of its therapists stay, unlinked; of a therapist stays the name, which records and
-- past sessions bear until their retention ends. Twice does no more than once.
create function def.erase_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set account_id = null, updated_at = now() where c.account_id = account;
  update app.profile p set email = '', avatar_url = null, updated_at = now() where p.account_id = account and p.role = 'therapist';
  delete from app.profile p where p.account_id = account and p.role <> 'therapist';
end $$;
grant execute on function def.erase_account(uuid) to attune_worker;

-- The same for the actor's own account, refused where something stands in the way. Two admins who leave at once: one stays.
create function def.farewell(at timestamptz) returns text[] language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  blocked text[];
begin
  perform pg_advisory_xact_lock(hashtext('attune farewell of an admin')) from app.profile p where p.account_id = app.actor_id() and p.role = 'admin';
  perform from app.calendar k where k.therapist_id = app.actor_id() for update;
  blocked := def.farewell_blocked(at);
  if cardinality(blocked) = 0 then perform def.erase_account(app.actor_id()); end if;
  return blocked;
end $$;
grant execute on function def.farewell(timestamptz) to attune_app_therapist, attune_app_client, attune_app_admin;

set local role attune_owner;

-- Ends an account in the schema auth too, should the server have stopped in between.
select jobs.create_queue('farewell', '{"policy": "standard", "retryLimit": 12, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
