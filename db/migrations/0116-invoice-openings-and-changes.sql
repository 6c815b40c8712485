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
