-- The income tax that a payer in Spain withholds (IRPF) from an issued invoice or credit note, as part of its total. Invoices issued before have none.
alter table app.invoice add column withheld_minor bigint not null default 0 check (withheld_minor >= 0),
  add check (withheld_minor <= gross_minor or withheld_minor = 0);
grant update (withheld_minor) on app.invoice to attune_app_therapist;
grant select (withheld_minor) on app.invoice to attune_app_client;

-- The settings: the rate of withholding in Spain with the day from which it holds, and the rate before that day; in France, the yearly rate of
-- penalties for late payment (null: that of the law), the words on early payment, and whether the business is a sole trader.
alter table app.business
  add column withholding_bp int not null default 0 check (withholding_bp between 0 and 5000),
  add column withholding_from date,
  add column withholding_before_bp int not null default 0 check (withholding_before_bp between 0 and 5000),
  add column late_penalty_bp int check (late_penalty_bp between 1 and 5000),
  add column early_payment text not null default '' check (length(early_payment) <= 200),
  add column is_sole_trader boolean not null default false;
grant insert (withholding_bp, withholding_from, withholding_before_bp, late_penalty_bp, early_payment, is_sole_trader),
  update (withholding_bp, withholding_from, withholding_before_bp, late_penalty_bp, early_payment, is_sole_trader)
  on app.business to attune_app_therapist;

set local role attune_app_definer;

-- Withdraws a receipt as before (0110). What the payer withholds is part of the total that is not paid.
create or replace function def.withdraw_receipt() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_invoice uuid := case when tg_table_name = 'payment' then (to_jsonb(new)->>'invoice_id')::uuid else (to_jsonb(new)->>'corrects_id')::uuid end;
  one record;
  paid bigint;
begin
  select i.gross_minor - i.withheld_minor as payable, i.currency into one from app.invoice i
    where i.therapist_id = new.therapist_id and i.id = of_invoice for update;
  select coalesce(sum(p.amount_minor), 0) into paid from app.payment p
    where p.therapist_id = new.therapist_id and p.invoice_id = of_invoice and p.currency = one.currency;
  insert into app.receipt_withdrawal (therapist_id, invoice_id, edition)
    select d.therapist_id, d.invoice_id, d.edition
    from app.invoice_document d cross join lateral (
      select coalesce(sum(n.gross_minor - n.withheld_minor), 0) as in_all,
        coalesce(sum(n.gross_minor - n.withheld_minor) filter (where n.issued_at <= d.made_at), 0) as before
      from app.invoice n where n.therapist_id = d.therapist_id and n.corrects_id = d.invoice_id and n.status = 'issued') credited
    where d.therapist_id = new.therapist_id and d.invoice_id = of_invoice and d.kind = 'receipt'
      and (paid < one.payable - credited.before or credited.in_all >= one.payable)
      and not exists (select from app.receipt_withdrawal w where w.invoice_id = d.invoice_id and w.edition = d.edition);
  return null;
end $$;
