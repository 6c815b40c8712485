-- The ids of rows that pile up begin with their time, so that new rows share the pages of the indexes. No existing id changes. Ids that
-- name an account, a client, an invitation, a link, a file or something that a person has written stay random (decision 79).

set local role attune_owner;
alter table jobs.job alter column id set default uuidv7();
alter table jobs.job_common alter column id set default uuidv7();

set local role attune_app_definer;

-- Inserts a notification; a repeated id changes nothing. A recipient or person whom the actor may not reach is a fault of the program.
create or replace function def.insert_notification(id uuid, recipient uuid, kind text, params jsonb, related_type text, related_id uuid, person uuid)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.may_notify(recipient, insert_notification.related_id) or not coalesce(person = app.actor_id() or def.may_tell(person), true) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.notification (id, account_id, kind, params, related_type, related_id, person_id)
    values (coalesce(insert_notification.id, uuidv7()), recipient, insert_notification.kind, insert_notification.params,
      insert_notification.related_type, insert_notification.related_id, person)
    on conflict do nothing;
end $$;

drop function def.post_mail(uuid, text, uuid, uuid, int);

-- Inserts an email under the id that the writer has chosen, so that its job can be enqueued without waiting for this statement.
create function def.post_mail(mail uuid, recipient uuid, kind text, acting_for uuid, subject uuid, generation int)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if recipient is not null and not def.may_notify(recipient, subject)
    or acting_for is distinct from app.actor_id() and not def.may_notify(acting_for, subject) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation)
    values (mail, post_mail.kind, recipient, post_mail.acting_for, subject, post_mail.generation);
end $$;
grant execute on function def.post_mail(uuid, uuid, text, uuid, uuid, int)
  to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;

-- Which of the acting therapist's clients receive push notifications. Only for them must a change wait for the answer of def.queue_push.
create function def.clients_with_push(records uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id from app.client c
    where c.id = any (records) and c.therapist_id = app.actor_id()
      and exists (select from app.push_subscription s where s.account_id = c.account_id and s.removed_at is null);
end $$;
grant execute on function def.clients_with_push(uuid[]) to attune_app_therapist;
