-- A text message can bring the code of a link to the number on the guardian's contact.

comment on table app.form_ticket is 'owner: therapist; erasure: keep by def.forget_ticket_answers (record: how a guardian without an account signed); disconnect: keep by def.forget_ticket_answers (what is open ends); kept: record; feature: form';
alter table app.form_ticket
  -- The number to which the code is sent; null if the therapist gives the code.
  add column text_number text check (text_number ~ '^\+[1-9][0-9]{6,14}$'),
  add column text_state text check (text_state in ('waiting', 'sending', 'sent', 'failed')),
  add check ((text_number is null) = (text_state is null));
grant select (text_number, text_state), insert (text_number, text_state), update (text_number, text_state) on app.form_ticket to attune_app_therapist;
grant update (text_state) on app.form_ticket to attune_worker;

-- The number of a contact has a view of its own, so that no view publishes most of the contact.
drop view app.contact_email;
create view app.contact_email with (security_invoker = true) as select id, therapist_id, client_id, email, is_guardian from app.client_contact;
comment on view app.contact_email is 'where a contact of a client gets emails, and whether it is a guardian; feature: client';
grant select on app.contact_email to attune_app_therapist, attune_worker;
create view app.contact_phone with (security_invoker = true) as select id, therapist_id, phone from app.client_contact;
comment on view app.contact_phone is 'the phone number of a contact of a client, for the therapist; feature: client';
grant select on app.contact_phone to attune_app_therapist;

select jobs.create_queue('form-code', '{"policy": "standard", "retryLimit": 12, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 60, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 86400}');

set local role attune_app_definer;

-- Adds to the access log of the client of a form that a guardian opened it with a ticket of the acting therapist. The ticket stands for the guardian.
create function def.leave_ticket_line(ticket uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.access (account_id, reader_id, thing, thing_id, at, slot)
    select c.account_id, t.id, 'form', c.id, moment, date_bin('15 minutes', moment, timestamptz 'epoch')
    from app.form_ticket t join app.sent_form s on s.therapist_id = t.therapist_id and s.id = t.sent_form_id
      join app.client c on c.therapist_id = s.therapist_id and c.id = s.client_id
    where t.id = ticket and t.therapist_id = app.actor_id() and c.account_id is not null
    on conflict on constraint access_once do nothing;
end $$;
comment on function def.leave_ticket_line(uuid, timestamptz) is 'feature: access';
grant execute on function def.leave_ticket_line(uuid, timestamptz) to attune_worker;

-- The guardians of the acting client's records by the id that the access log has of them: their account, or the ticket of a guardian without one.
create or replace function def.guardians_of_my_records() returns table (account_id uuid, name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct on (g.account_id) g.account_id, g.name from app.guardian g
    where g.client_id = any (def.my_records()) and g.account_id is not null order by g.account_id, g.invited_at desc;
  return query select t.id, t.name from app.form_ticket t
    join app.sent_form s on s.therapist_id = t.therapist_id and s.id = t.sent_form_id where s.client_id = any (def.my_records());
end $$;

set local role attune_owner;

-- A change of a ticket is announced as one of its form, so that pages need no subscription of their own.
drop trigger change_insert on app.form_ticket;
drop trigger change_update on app.form_ticket;
create trigger announced after insert or update of generation, tries, opened_at, used_at, ended_at, text_state on app.form_ticket for each row
  execute function def.change_form_ticket();
