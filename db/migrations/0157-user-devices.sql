-- The devices on which the native app receives push notifications [3.06].

-- One installation of the app, which makes the id. It belongs to the account that last signed in on it.
create table app.user_device (
  id uuid primary key,
  account_id uuid not null references app.profile (account_id) on delete cascade,
  -- Null once the login has ended. The device is inactive from then on.
  login_id uuid,
  -- The address of the installation at its push provider. Only this installation and the server know it.
  token text not null check (length(token) between 1 and 4096),
  platform text not null check (platform in ('android', 'ios')),
  -- The model and the system, as the device names them.
  device_info text not null default '' check (length(device_info) <= 100),
  is_active boolean not null default true,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the account removed the device. The app learns of it when it starts, and does not switch itself on again.
  removed_at timestamptz,
  check (not is_active or removed_at is null),
  unique (account_id, token),
  foreign key (account_id, login_id) references auth.login (user_id, id) on delete set null (login_id)
);
comment on table app.user_device is 'owner: account; erasure: with app.profile; disconnect: keep';
create index user_device_login on app.user_device (account_id, login_id);

grant select, delete, insert (id, account_id, login_id, token, platform, device_info, is_active, created_at, last_seen_at),
  update (login_id, token, platform, device_info, is_active, last_seen_at, removed_at)
  on app.user_device to attune_app_therapist, attune_app_client, attune_app_admin;
-- The job that sends works in the name of the account that receives.
grant select, update (is_active) on app.user_device to attune_worker;
grant select, delete, update (is_active) on app.user_device to attune_app_definer;
grant select on app.user_device to attune_app_backup;

alter table app.user_device enable row level security, force row level security;
create policy therapist_keeps on app.user_device for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_keeps on app.user_device for all to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_keeps on app.user_device for all to attune_app_admin using (account_id = (select app.actor_id()));
create policy worker_keeps on app.user_device for all to attune_worker using (account_id = (select app.actor_id()));
create policy definer_keeps on app.user_device for all to attune_app_definer using (true);
create policy backup_reads on app.user_device for select to attune_app_backup using (true);

set local role attune_app_definer;

-- As before, and with the devices of the native app.
create or replace function def.queue_push(recipient uuid, kind text, subject uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  queued uuid;
begin
  if not def.may_notify(recipient, subject) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  if not exists (select from app.push_subscription s where s.account_id = recipient and s.removed_at is null)
    and not exists (select from app.user_device d where d.account_id = recipient and d.is_active) then return null; end if;
  insert into app.push_waiting (account_id, notification_id)
    select n.account_id, n.id from app.notification n
      where n.account_id = recipient and n.kind = queue_push.kind and n.related_id is not distinct from subject and not n.is_read
      order by n.created_at desc limit 1
    on conflict do nothing returning notification_id into queued;
  return queued;
end $$;

-- As before, and with the devices of the native app.
create or replace function def.clients_with_push(records uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id from app.client c
    where c.id = any (records) and c.therapist_id = app.actor_id()
      and (exists (select from app.push_subscription s where s.account_id = c.account_id and s.removed_at is null)
        or exists (select from app.user_device d where d.account_id = c.account_id and d.is_active));
end $$;

-- Takes an installation and its token from other accounts, and the token from other installations of the actor, so that no token belongs to
-- two accounts. Only this installation knows both. Of two calls at a time for one token, the second waits for the first.
create function def.take_device(installation uuid, token text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(k, 157)) from (select unnest(array[installation::text, token]) as k order by k) keys;
  delete from app.user_device d
    where (d.id = installation and d.account_id <> app.actor_id()) or (d.token = take_device.token and d.id <> installation);
end $$;
grant execute on function def.take_device(uuid, text) to attune_app_therapist, attune_app_client, attune_app_admin;

-- Ends the push notifications of logins that have ended, in browsers and on devices. The reference to the login was set to null before.
create or replace function def.end_push_of_logins() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.push_subscription s using old_rows r where s.account_id = r.user_id and s.login_id is null and s.removed_at is null;
  update app.user_device d set is_active = false from old_rows r where d.account_id = r.user_id and d.login_id is null and d.is_active;
  return null;
end $$;

set local role attune_owner;

select jobs.create_queue('push-device', '{"policy": "standard", "retryLimit": 6, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
