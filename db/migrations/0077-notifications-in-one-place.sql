-- One function inserts notifications, for the module `notify` of the server. Other functions return what has happened instead of notifying.

revoke insert on app.notification from attune_app_therapist, attune_app_client, attune_app_admin;
drop policy therapist_notes on app.notification;
drop policy client_notes on app.notification;
drop policy admin_notes on app.notification;
grant insert (id) on app.notification to attune_app_definer;

set local role attune_app_definer;

drop function def.tell(uuid, text, jsonb, text, uuid);
drop function def.tell_admins(text, jsonb);
drop function def.tell_others(uuid, timestamptz);
drop function def.disk_is(boolean);

-- Whether the actor may notify an account about a row: itself and the people whom it is connected to; anybody, for an admin; an admin about
-- the actor's own account, or where a job acts for nobody; the other participants of one of the acting client's sessions about that session.
create function def.may_notify(recipient uuid, subject uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return def.may_tell(recipient)
    or exists (select from app.profile p where p.account_id = recipient and p.role = 'admin'
      and (subject = app.actor_id() or app.actor_id() is null and def.acting_as() = 'worker'))
    or exists (select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        join app.client c on c.id = p.client_id
      where me.session_id = subject and me.client_id = any (def.my_records()) and p.answer <> 'declined' and c.account_id = recipient);
end $$;

-- Inserts a notification; a repeated id changes nothing. A recipient or person whom the actor may not reach is a fault of the program.
create function def.insert_notification(id uuid, recipient uuid, kind text, params jsonb, related_type text, related_id uuid, person uuid)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.may_notify(recipient, insert_notification.related_id) or not coalesce(person = app.actor_id() or def.may_tell(person), true) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.notification (id, account_id, kind, params, related_type, related_id, person_id)
    values (coalesce(insert_notification.id, gen_random_uuid()), recipient, insert_notification.kind, insert_notification.params,
      insert_notification.related_type, insert_notification.related_id, person)
    on conflict do nothing;
end $$;
grant execute on function def.insert_notification(uuid, uuid, text, jsonb, text, uuid, uuid)
  to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- Inserts an email and returns its id, for the job that the same transaction enqueues.
create or replace function def.post_mail(recipient uuid, kind text, acting_for uuid, subject uuid, generation int)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid := gen_random_uuid();
begin
  if recipient is not null and not def.may_notify(recipient, subject)
    or acting_for is distinct from app.actor_id() and not def.may_notify(acting_for, subject) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (made, post_mail.kind, recipient, post_mail.acting_for, subject, post_mail.generation);
  return made;
end $$;

-- Inserts an email to every guardian of a record without an account, and returns the emails. The record is the acting therapist's own, or it
-- takes part in the session that the email is about, with the acting client.
create or replace function def.post_mail_to_guardians(record uuid, kind text, subject uuid, generation int)
returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query insert into app.mail (id, kind, acting_for, subject_id, generation, contact_id)
    select gen_random_uuid(), post_mail_to_guardians.kind, c.therapist_id, subject, post_mail_to_guardians.generation, g.id
    from app.client c join app.client_contact g on g.therapist_id = c.therapist_id and g.client_id = c.id
    where c.id = record and c.account_id is null and g.is_guardian and g.email is not null
      and (c.therapist_id = app.actor_id() or exists (
        select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        where me.session_id = subject and me.client_id = any (def.my_records()) and p.client_id = record and p.answer <> 'declined'))
    returning app.mail.id;
end $$;
grant execute on function def.post_mail_to_guardians(uuid, text, uuid, int) to attune_app_client;

-- The accounts of the admins.
create function def.admins() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.account_id from app.profile p where p.role = 'admin' order by p.account_id;
end $$;
grant execute on function def.admins() to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- The participants of a session of the acting client besides that client, without those who declined. The client may not see them.
create function def.other_participants(session uuid) returns table (id uuid, account_id uuid, status text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.account_id, c.status from app.session_client p join app.client c on c.id = p.client_id
    where p.session_id = other_participants.session and p.answer <> 'declined' and not p.client_id = any (def.my_records())
      and exists (select from app.session_client me where me.session_id = p.session_id and me.client_id = any (def.my_records()))
    order by c.id;
end $$;
grant execute on function def.other_participants(uuid) to attune_app_client;

-- Stores whether the disk for files runs low; returns whether that has changed.
create function def.set_disk_low(low boolean) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.product_setting s set disk_low = low where s.disk_low <> low;
  return found;
end $$;
grant execute on function def.set_disk_low(boolean) to attune_worker;

-- Delivers the tasks that wait for one which the acting client has completed; returns their ids.
create or replace function def.deliver_after(done uuid, moment timestamptz) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before record;
  t record;
begin
  select x.therapist_id, l.client_id into before from app.task x join app.task_client l on l.task_id = x.id
    where x.id = done and x.status = 'completed' and l.client_id = any (def.my_records());
  if before.client_id is null then return; end if;
  for t in select x.id, x.due_day, x.status from app.task x where x.therapist_id = before.therapist_id and x.after_task_id = done
      and x.client_id = before.client_id and x.delivered_at is null and x.withdrawn_at is null and x.archived_at is null order by x.id for update loop
    insert into app.task_client (therapist_id, task_id, client_id, due_day) values (before.therapist_id, t.id, before.client_id, t.due_day);
    update app.task x set delivered_at = moment, version = x.version + 1, updated_at = moment where x.id = t.id;
    insert into app.task_history (therapist_id, task_id, at, by_account, by_role, action, from_status, to_status, command)
      values (before.therapist_id, t.id, moment, before.therapist_id, 'product', 'deliver', t.status, t.status, gen_random_uuid());
    return next t.id;
  end loop;
end $$;

set local role attune_owner;
