-- A client or a payer who opens an invoice or a statement again within a quarter of an hour is recorded once, as for every other reading:
-- a page reads its invoice again after each change and whenever it gets the focus.
create unique index audit_invoice_opened on app.audit (actor_id, thing, thing_id, action, (date_bin('15 minutes', at, timestamptz 'epoch')))
  where action = 'open' and thing in ('invoice', 'statement');

set local role attune_app_definer;

-- Adds an opening of an own link by a payer to the audit log. The link stands for the person, who has no account.
create or replace function def.audit_link_opening(link uuid, request text) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.audit (actor_id, actor_role, action, thing, thing_id, request_id)
    select l.id, 'payer', 'open', 'invoice', l.invoice_id, request from app.invoice_link l
    where l.id = link and l.therapist_id = app.actor_id()
    on conflict do nothing;
end $$;

-- A row in `change` for the therapist per changed link of a payer, also when its email was sent or could not be, and per reminder.
create function def.change_invoice_link() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'invoice_link', r.id, tg_op, array[r.therapist_id], jsonb_build_object('invoice_id', r.invoice_id, 'therapist_id', r.therapist_id)
    from new_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

create function def.change_invoice_link_mail() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'invoice_link', l.id, 'UPDATE', array[l.therapist_id], jsonb_build_object('invoice_id', l.invoice_id, 'therapist_id', l.therapist_id)
    from app.invoice_link l where l.id = new.subject_id;
  perform pg_notify('attune_change', '');
  return null;
end $$;

create function def.change_invoice_reminder() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'invoice_reminder', r.invoice_id, tg_op, array[r.therapist_id], jsonb_build_object('invoice_id', r.invoice_id, 'therapist_id', r.therapist_id)
    from new_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_invoice_link(), def.change_invoice_link_mail(), def.change_invoice_reminder() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.invoice_link referencing new table as new_rows for each statement execute function def.change_invoice_link();
create trigger change_update after update on app.invoice_link referencing new table as new_rows for each statement execute function def.change_invoice_link();
create trigger change_insert after insert on app.invoice_reminder referencing new table as new_rows for each statement
  execute function def.change_invoice_reminder();
create trigger link_mail after update of state on app.mail for each row when (old.state is distinct from new.state and new.kind like 'payer-%')
  execute function def.change_invoice_link_mail();
