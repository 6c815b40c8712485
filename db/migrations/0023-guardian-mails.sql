-- A client without an account is told nothing by mail; a guardian with an address is told of the appointments instead.

alter table app.mail add column contact_id uuid;
grant insert (contact_id) on app.mail to attune_app_definer;
grant select (id, therapist_id, client_id, email, is_guardian) on app.client_contact to attune_worker, attune_app_definer;
create policy worker_sees on app.client_contact for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_reads on app.client_contact for select to attune_app_definer using (true);

set local role attune_app_definer;

-- Writes a mail to every guardian of an own record without an account; returns the mails, for the jobs that the same transaction enqueues.
create function def.post_mail_to_guardians(record uuid, kind text, subject uuid, generation int)
returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query insert into app.mail (id, kind, acting_for, subject_id, generation, contact_id)
    select gen_random_uuid(), post_mail_to_guardians.kind, c.therapist_id, subject, post_mail_to_guardians.generation, g.id
    from app.client c join app.client_contact g on g.therapist_id = c.therapist_id and g.client_id = c.id
    where c.id = record and c.therapist_id = app.actor_id() and c.account_id is null and g.is_guardian and g.email is not null
    returning app.mail.id;
end $$;
grant execute on function def.post_mail_to_guardians(uuid, text, uuid, int) to attune_app_therapist;

set local role attune_owner;
