-- Guardians with the right 'invoices' see the issued invoices that are addressed to the client or to them.

grant select (contact_id) on app.guardian to attune_app_guardian;
grant select (therapist_id, invoice_id, client_id, issued_at, contact_id, kept_from_guardians) on app.guardian_invoice to attune_app_guardian;
create policy guardian_sees on app.guardian_invoice for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = guardian_invoice.therapist_id and r.client_id = guardian_invoice.client_id
    and r.kind = 'invoices' and r.since <= guardian_invoice.issued_at and not guardian_invoice.kept_from_guardians
    and (guardian_invoice.contact_id is null or exists (select from app.guardian g where g.therapist_id = guardian_invoice.therapist_id
      and g.client_id = guardian_invoice.client_id and g.contact_id = guardian_invoice.contact_id))));

grant select (client_id, corrects_id, currency, due_on, frozen, gross_minor, id, issued_at, issued_on, kind, number_text, status, therapist_id, withheld_minor)
  on app.invoice to attune_app_guardian;
create policy guardian_sees on app.invoice for select to attune_app_guardian
  using (exists (select from app.guardian_invoice v where v.invoice_id = invoice.id));
grant select on app.invoice_document to attune_app_guardian;
create policy guardian_sees on app.invoice_document for select to attune_app_guardian
  using (exists (select from app.guardian_invoice v where v.invoice_id = invoice_document.invoice_id));
grant select (amount_minor, currency, id, invoice_id, method, paid_on, recorded_at, therapist_id) on app.payment to attune_app_guardian;
create policy guardian_sees on app.payment for select to attune_app_guardian
  using (exists (select from app.guardian_invoice v where v.invoice_id = payment.invoice_id));
grant select on app.receipt_withdrawal to attune_app_guardian;
create policy guardian_sees on app.receipt_withdrawal for select to attune_app_guardian
  using (exists (select from app.guardian_invoice v where v.invoice_id = receipt_withdrawal.invoice_id));

set local role attune_app_definer;

-- The accounts that act or have acted as guardians of the acting client, with their names.
create function def.guardians_of_my_records() returns table (account_id uuid, name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select distinct on (g.account_id) g.account_id, g.name from app.guardian g
    where g.client_id = any (def.my_records()) and g.account_id is not null order by g.account_id, g.invited_at desc;
end $$;
comment on function def.guardians_of_my_records() is 'feature: guardian';
grant execute on function def.guardians_of_my_records() to attune_app_client;

-- Announces invoices, their payments and their documents to the guardians who see them, too.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('invoice', 'r.id', 'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id, ''status'', r.status)'),
    ('payment', 'r.invoice_id', 'jsonb_build_object(''invoice_id'', r.invoice_id, ''therapist_id'', r.therapist_id)'),
    ('invoice_document', 'r.invoice_id', 'jsonb_build_object(''invoice_id'', r.invoice_id, ''therapist_id'', r.therapist_id, ''kind'', r.kind)')
  ) as v (name, invoice, keys) loop
    execute format($f$
      create or replace function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', %2$s, tg_op, array[r.therapist_id] || array(select l.account_id from app.invoice_client l
            where l.therapist_id = r.therapist_id and l.invoice_id = %2$s and l.account_id is not null) || def.guardians_of_invoice(%2$s), %3$s from changed r;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
    $f$, t.name, t.invoice, t.keys);
  end loop;
end $$;

set local role attune_owner;

-- The page of the product to which the provider of online payments returns: that of the client (''), or the one on which a guardian acts for them.
alter table app.payment_page add column return_path text not null default '' check (length(return_path) <= 200);
grant insert (return_path) on app.payment_page to attune_worker;
