-- Open pages and emails of guardians follow the sessions of the client for whom they act. Nothing tells them of a session that is kept from them.

set local role attune_app_definer;

-- Announces changed sessions to the guardians of the participants.
create function def.change_guarded_session() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'session', r.id, tg_op, array_agg(distinct g.account_id), jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id, 'status', r.status)
    from changed r join app.session_client sc on sc.therapist_id = r.therapist_id and sc.session_id = r.id and not sc.kept_from_guardians
      join app.guardian_right g on g.therapist_id = sc.therapist_id and g.client_id = sc.client_id and g.kind = 'sessions' and g.since <= sc.starts_at
    group by r.id, r.therapist_id, r.status;
  if found then perform pg_notify('attune_change', ''); end if;
  return null;
end $$;
comment on function def.change_guarded_session() is 'feature: platform';
grant execute on function def.change_guarded_session() to attune_owner;

-- Announces changed participants to their guardians, as they were before and are after, so that a session which is kept from now on disappears at once.
create function def.change_guarded_participant() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'session_client', r.session_id, tg_op, array_agg(distinct g.account_id),
      jsonb_build_object('session_id', r.session_id, 'client_id', r.client_id, 'therapist_id', r.therapist_id, 'answer', r.answer)
    from changed r join app.guardian_right g on g.therapist_id = r.therapist_id and g.client_id = r.client_id and g.kind = 'sessions' and g.since <= r.starts_at
    where not r.kept_from_guardians group by r.session_id, r.client_id, r.therapist_id, r.answer;
  if found then perform pg_notify('attune_change', ''); end if;
  return null;
end $$;
comment on function def.change_guarded_participant() is 'feature: platform';
grant execute on function def.change_guarded_participant() to attune_owner;

-- Announces changed requests to move or cancel a session.
create function def.change_guarded_request() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'change_request', r.id, tg_op, array_agg(distinct g.account_id),
      jsonb_build_object('id', r.id, 'session_id', r.session_id, 'therapist_id', r.therapist_id, 'state', r.state)
    from changed r join app.session_client sc on sc.therapist_id = r.therapist_id and sc.session_id = r.session_id and sc.client_id = r.client_id
        and not sc.kept_from_guardians
      join app.guardian_right g on g.therapist_id = r.therapist_id and g.client_id = r.client_id and g.kind = 'sessions' and g.since <= r.original_starts_at
    group by r.id, r.session_id, r.therapist_id, r.state;
  if found then perform pg_notify('attune_change', ''); end if;
  return null;
end $$;
comment on function def.change_guarded_request() is 'feature: platform';
grant execute on function def.change_guarded_request() to attune_owner;

-- The guardians with an account who are to be told of a session of these clients: for its therapist, and for whoever takes part or acts for a participant.
create function def.guardians_to_notify(session uuid, records uuid[]) returns table (account_id uuid, client_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select g.account_id, g.client_id from app.session_client sc
    join app.guardian_right g on g.therapist_id = sc.therapist_id and g.client_id = sc.client_id and g.kind = 'sessions' and g.since <= sc.starts_at
    where (sc.therapist_id = app.actor_id() or exists (select from app.session_client me
        where me.session_id = sc.session_id and me.client_id = any (def.acting_records_in(guardians_to_notify.session))))
      and sc.session_id = guardians_to_notify.session and sc.client_id = any (records) and not sc.kept_from_guardians
    order by 1, 2;
end $$;
comment on function def.guardians_to_notify(uuid, uuid[]) is 'feature: guardian';
grant execute on function def.guardians_to_notify(uuid, uuid[]) to attune_app_therapist, attune_app_client, attune_app_guardian, attune_worker;

-- Whether someone acts with an account for one of these clients of the acting therapist.
create function def.have_guardians(records uuid[]) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.guardian_right r where r.therapist_id = app.actor_id() and r.client_id = any (records) and r.kind = 'sessions');
end $$;
comment on function def.have_guardians(uuid[]) is 'feature: guardian';
grant execute on function def.have_guardians(uuid[]) to attune_app_therapist;

-- Writes the emails to the guardians of a client without an account. A guardian with an account gets them as long as the right to sessions is in force,
-- and nobody gets one about a session that is kept from guardians.
create or replace function def.post_mail_to_guardians(record uuid, kind text, subject uuid, generation int)
returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query insert into app.mail (id, kind, acting_for, subject_id, generation, contact_id)
    select gen_random_uuid(), post_mail_to_guardians.kind, c.therapist_id, subject, post_mail_to_guardians.generation, g.id
    from app.client c join app.client_contact g on g.therapist_id = c.therapist_id and g.client_id = c.id
    where c.id = record and c.account_id is null and g.is_guardian and g.email is not null
      and not exists (select from app.session_client kept where kept.session_id = subject and kept.client_id = record and kept.kept_from_guardians)
      and not exists (select from app.guardian a where a.therapist_id = c.therapist_id and a.client_id = c.id and a.account_id is not null
        and (a.contact_id = g.id or a.email = lower(g.email))
        and not exists (select from app.guardian_right r where r.account_id = a.account_id and r.therapist_id = a.therapist_id and r.client_id = a.client_id
          and r.kind = 'sessions'))
      and (c.therapist_id = app.actor_id() or exists (
        select from app.session_client me join app.session_client p on p.therapist_id = me.therapist_id and p.session_id = me.session_id
        where me.session_id = subject and me.client_id = any (def.acting_records_in(subject)) and p.client_id = record and p.answer <> 'declined'))
    returning app.mail.id;
end $$;

set local role attune_owner;

create trigger guardians_follow_insert after insert on app.session referencing new table as changed for each statement execute function def.change_guarded_session();
create trigger guardians_follow_update after update on app.session referencing new table as changed for each statement execute function def.change_guarded_session();
create trigger guardians_follow_insert after insert on app.session_client referencing new table as changed for each statement execute function def.change_guarded_participant();
create trigger guardians_follow_update after update on app.session_client referencing new table as changed for each statement execute function def.change_guarded_participant();
create trigger guardians_followed_update after update on app.session_client referencing old table as changed for each statement execute function def.change_guarded_participant();
create trigger guardians_follow_delete after delete on app.session_client referencing old table as changed for each statement execute function def.change_guarded_participant();
create trigger guardians_follow_insert after insert on app.change_request referencing new table as changed for each statement execute function def.change_guarded_request();
create trigger guardians_follow_update after update on app.change_request referencing new table as changed for each statement execute function def.change_guarded_request();
