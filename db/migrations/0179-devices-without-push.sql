-- A device is recorded when a person signs in on it, before push notifications are turned on there [7.06]. It has no token until then.
alter table app.user_device alter column token drop not null;
comment on column app.user_device.token is 'null while push notifications are off';

set local role attune_app_definer;

-- As before, for the devices that have a token.
create or replace function def.queue_push(recipient uuid, kind text, subject uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  queued uuid;
begin
  if not def.may_notify(recipient, subject) then raise exception 'not connected' using errcode = 'insufficient_privilege'; end if;
  if not exists (select from app.push_subscription s where s.account_id = recipient and s.removed_at is null)
    and not exists (select from app.user_device d where d.account_id = recipient and d.is_active and d.token is not null) then return null; end if;
  insert into app.push_waiting (account_id, notification_id)
    select n.account_id, n.id from app.notification n
      where n.account_id = recipient and n.kind = queue_push.kind and n.related_id is not distinct from subject and not n.is_read
      order by n.created_at desc limit 1
    on conflict do nothing returning notification_id into queued;
  return queued;
end $$;

-- As before, for the devices that have a token.
create or replace function def.clients_with_push(records uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id from app.client c
    where c.id = any (records) and c.therapist_id = app.actor_id()
      and (exists (select from app.push_subscription s where s.account_id = c.account_id and s.removed_at is null)
        or exists (select from app.user_device d where d.account_id = c.account_id and d.is_active and d.token is not null));
end $$;

-- As before. A device without a token takes only its installation from another account.
create or replace function def.take_device(installation uuid, token text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(k, 157))
    from (select k from unnest(array[installation::text, token]) as k where k is not null order by k) keys;
  delete from app.user_device d
    where (d.id = installation and d.account_id <> app.actor_id()) or (d.token = take_device.token and d.id <> installation);
end $$;

set local role attune_owner;
