-- Notifications and emails to guardians say for which client. A guardian with an account gets emails by it, and none as a contact of the record.

-- The client for whom the recipient acts as a guardian. Null for an email about the recipient's own matters.
alter table app.mail add column guarded_client_id uuid;
grant insert (guarded_client_id) on app.mail to attune_app_definer;

set local role attune_app_definer;

drop function def.post_mail(uuid, uuid, text, uuid, uuid, int);

-- Inserts an email under the id that the writer has chosen, so that its job can be enqueued without waiting for this statement. An email for a guarded
-- client goes to someone whom the client's therapist has made a guardian.
create function def.post_mail(mail uuid, recipient uuid, kind text, acting_for uuid, subject uuid, generation int, guarded_client uuid default null)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if recipient is not null and not def.may_notify(recipient, subject)
    or acting_for is distinct from app.actor_id() and not def.may_notify(acting_for, subject)
    or guarded_client is not null and not exists (select from app.guardian g where g.account_id = recipient and g.client_id = guarded_client) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.mail (id, kind, account_id, acting_for, subject_id, generation, guarded_client_id)
    values (mail, post_mail.kind, recipient, post_mail.acting_for, subject, post_mail.generation, guarded_client);
end $$;
comment on function def.post_mail(uuid, uuid, text, uuid, uuid, int, uuid) is 'feature: platform';
grant execute on function def.post_mail(uuid, uuid, text, uuid, uuid, int, uuid)
  to attune_app_therapist, attune_app_client, attune_app_admin, attune_app_guardian, attune_worker;

-- Inserts a notification; a repeated id changes nothing. A recipient or person whom the actor may not reach is a fault of the program. A notification to
-- a guardian gets the first name of the client for whom the guardian acts, which the actor may not be able to read.
create or replace function def.insert_notification(id uuid, recipient uuid, kind text, params jsonb, related_type text, related_id uuid, person uuid)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.may_notify(recipient, insert_notification.related_id) or not coalesce(person = app.actor_id() or def.may_tell(person), true) then
    raise exception 'not connected' using errcode = 'insufficient_privilege';
  end if;
  insert into app.notification (id, account_id, kind, params, related_type, related_id, person_id)
    values (coalesce(insert_notification.id, uuidv7()), recipient, insert_notification.kind,
      coalesce((select jsonb_build_object('forClient', c.first_name) from app.client c
        where c.id = (insert_notification.params ->> 'actingFor')::uuid
          and exists (select from app.guardian g where g.account_id = recipient and g.therapist_id = c.therapist_id and g.client_id = c.id)), '{}')
        || insert_notification.params,
      insert_notification.related_type, insert_notification.related_id, person)
    on conflict do nothing;
end $$;

-- Writes the emails to the guardians of a client without an account, except to those who act with an account of their own, and to nobody about a session
-- that is kept from guardians.
create or replace function def.post_mail_to_guardians(record uuid, kind text, subject uuid, generation int)
returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query insert into app.mail (id, kind, acting_for, subject_id, generation, contact_id)
    select gen_random_uuid(), post_mail_to_guardians.kind, c.therapist_id, subject, post_mail_to_guardians.generation, g.id
    from app.client c join app.client_contact g on g.therapist_id = c.therapist_id and g.client_id = c.id
    where c.id = record and c.account_id is null and g.is_guardian and g.email is not null
      and not exists (select from app.session_client kept where kept.session_id = subject and kept.client_id = record and kept.kept_from_guardians)
      and not exists (select from app.guardian a where a.therapist_id = c.therapist_id and a.client_id = c.id and a.account_id is not null
        and (a.contact_id = g.id or a.email = lower(g.email)))
      and (c.therapist_id = app.actor_id() or exists (
        select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        where me.session_id = subject and me.client_id = any (def.acting_records_in(subject)) and p.client_id = record and p.answer <> 'declined'))
    returning app.mail.id;
end $$;

-- The first name of a client of the acting therapist for whom an account acts as a guardian now. Null for every other account or client.
create function def.guarded_first_name(account uuid, record uuid) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select c.first_name from app.client c where c.id = record and c.therapist_id = app.actor_id()
    and exists (select from app.guardian_right r where r.account_id = account and r.therapist_id = c.therapist_id and r.client_id = c.id));
end $$;
comment on function def.guarded_first_name(uuid, uuid) is 'feature: guardian';
grant execute on function def.guarded_first_name(uuid, uuid) to attune_worker;

-- The guardians with an account who are to be told of a command of the acting therapist on these sessions, with what they see of it: how many sessions,
-- the first one and when it starts.
create function def.guardians_of_sessions(sessions uuid[], only_record uuid)
returns table (account_id uuid, client_id uuid, sessions_seen int, first_session uuid, first_start timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.account_id, g.client_id, count(*)::int, (array_agg(sc.session_id order by sc.starts_at))[1], min(sc.starts_at)
    from app.session_client sc
      join app.client c on c.therapist_id = sc.therapist_id and c.id = sc.client_id
      join app.guardian_right g on g.therapist_id = sc.therapist_id and g.client_id = sc.client_id and g.kind = 'sessions' and g.since <= sc.starts_at
    where sc.therapist_id = app.actor_id() and sc.session_id = any (guardians_of_sessions.sessions) and sc.answer <> 'declined'
      and c.status <> 'inactive' and not sc.kept_from_guardians and (only_record is null or sc.client_id = only_record)
      -- A guardian who takes part in a session is told of it as a participant.
      and not exists (select from app.session_client me join app.client mine on mine.therapist_id = me.therapist_id and mine.id = me.client_id
        where me.therapist_id = sc.therapist_id and me.session_id = sc.session_id and me.answer <> 'declined' and mine.account_id = g.account_id)
    group by g.account_id, g.client_id order by 1, 2;
end $$;
comment on function def.guardians_of_sessions(uuid[], uuid) is 'feature: guardian';
grant execute on function def.guardians_of_sessions(uuid[], uuid) to attune_app_therapist, attune_worker;

set local role attune_owner;
