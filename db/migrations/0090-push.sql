-- Push notifications: the browsers that receive them, the notifications that wait to be pushed, the pages that show a subject, and the
-- settings.

alter table auth.login add constraint login_of_user unique (user_id, id);

-- A browser in which an account receives push notifications, until the login in which this was switched on ends.
create table app.push_subscription (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references app.profile (account_id) on delete cascade,
  -- Null for a browser that the account removed, once its login has ended.
  login_id uuid,
  -- The address at the browser's push service. Only this browser and the server know it.
  endpoint text not null check (length(endpoint) between 1 and 1000),
  -- The browser's keys, with which the server encrypts what it sends.
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 50),
  -- The public key of the host for which the browser made the subscription. A push service refuses any other key.
  host_key text not null check (length(host_key) <= 100),
  -- The names of browser and system.
  name text not null default '' check (length(name) <= 80),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the account removed the browser. The browser learns of it when it opens the app, and does not switch itself on again.
  removed_at timestamptz,
  unique (account_id, endpoint),
  foreign key (account_id, login_id) references auth.login (user_id, id) on delete set null (login_id)
);
comment on table app.push_subscription is 'owner: account; erasure: with app.profile; disconnect: keep';
create index push_subscription_login on app.push_subscription (account_id, login_id);

-- An unread notification that waits to be pushed. Messages that arrive meanwhile in the same conversation cause no second push.
create table app.push_waiting (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  notification_id uuid not null,
  primary key (account_id, notification_id)
);
comment on table app.push_waiting is 'owner: account; erasure: with app.profile; disconnect: keep';

-- A page of an account that shows a subject of notifications, such as a conversation, until a moment that the page renews. Each page has
-- an id of its own.
create table app.subject_view (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  page_id uuid not null,
  related_type text not null check (length(related_type) <= 20),
  related_id uuid not null,
  until timestamptz not null,
  primary key (account_id, page_id)
);
comment on table app.subject_view is 'owner: account; erasure: with app.profile; disconnect: keep';

-- The types that the account does not want as push notifications, and the end of its pause.
alter table app.notification_setting add column push_off text[] not null default '{}' check (cardinality(push_off) <= 60);
alter table app.notification_setting add column paused_until timestamptz;
grant insert (push_off, paused_until), update (push_off, paused_until) on app.notification_setting
  to attune_app_therapist, attune_app_client, attune_app_admin;

grant select, delete, insert (account_id, login_id, endpoint, p256dh, auth, host_key, name, created_at, last_seen_at, removed_at),
  update (login_id, p256dh, auth, host_key, name, last_seen_at, removed_at) on app.push_subscription to attune_app_therapist, attune_app_client, attune_app_admin;
grant select, delete, insert (account_id, page_id, related_type, related_id, until) on app.subject_view to attune_app_therapist, attune_app_client, attune_app_admin;

-- The job that sends works in the name of the account that receives.
grant select, delete on app.push_subscription, app.push_waiting to attune_worker;
grant select on app.subject_view to attune_worker;
grant select (id, account_id, kind, is_read, related_type, related_id) on app.notification to attune_worker;
create policy worker_sees on app.notification for select to attune_worker using (account_id = (select app.actor_id()));

grant select, delete on app.push_subscription to attune_app_definer;
grant select (account_id, notification_id), insert (account_id, notification_id) on app.push_waiting to attune_app_definer;
grant select (id, created_at) on app.notification to attune_app_definer;

do $$
declare
  name text;
  role text;
begin
  foreach name in array array['push_subscription', 'subject_view'] loop
    foreach role in array array['therapist', 'client', 'admin'] loop
      execute format('create policy %2$s_keeps on app.%1$I for all to attune_app_%2$s using (account_id = (select app.actor_id()))', name, role);
    end loop;
  end loop;
  foreach name in array array['push_subscription', 'push_waiting', 'subject_view'] loop
    execute format('create policy worker_keeps on app.%I for all to attune_worker using (account_id = (select app.actor_id()))', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['push_subscription', 'push_waiting'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
  end loop;
end $$;

set local role attune_app_definer;

-- Makes the newest unread notification of a type about a subject wait to be pushed. Returns its id; null if it waits already, or if the
-- account receives push notifications in no browser.
create function def.queue_push(recipient uuid, kind text, subject uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  queued uuid;
begin
  if not def.may_notify(recipient, subject) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  if not exists (select from app.push_subscription s where s.account_id = recipient and s.removed_at is null) then return null; end if;
  insert into app.push_waiting (account_id, notification_id)
    select n.account_id, n.id from app.notification n
      where n.account_id = recipient and n.kind = queue_push.kind and n.related_id is not distinct from subject and not n.is_read
      order by n.created_at desc limit 1
    on conflict do nothing returning notification_id into queued;
  return queued;
end $$;
grant execute on function def.queue_push(uuid, text, uuid) to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- Ends the subscriptions of other accounts at an address that the caller's browser now uses. A browser that two people use in turn then
-- shows the notifications of one of them. Only this browser knows the address.
create function def.take_push_endpoint(address text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.push_subscription s where s.endpoint = address and s.account_id <> app.actor_id();
end $$;
grant execute on function def.take_push_endpoint(text) to attune_app_therapist, attune_app_client, attune_app_admin;

-- Ends the subscriptions of logins that have ended. The reference to the login was set to null before.
create function def.end_push_of_logins() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.push_subscription s using old_rows r where s.account_id = r.user_id and s.login_id is null and s.removed_at is null;
  return null;
end $$;
grant execute on function def.end_push_of_logins() to attune_owner;

set local role attune_owner;

create trigger push_ends after delete on auth.login referencing old table as old_rows for each statement execute function def.end_push_of_logins();

select jobs.create_queue('push', '{"policy": "standard", "retryLimit": 6, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
select jobs.create_queue('push-send', '{"policy": "standard", "retryLimit": 6, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
