-- A receipt is withdrawn when less remains paid than it states, or when its invoice is credited as a whole, and the next full payment makes another
-- one. No receipt is ever replaced.

alter table app.invoice_document add column edition int not null default 1 check (edition between 1 and 1000 and (edition = 1 or kind = 'receipt'));
alter table app.invoice_document drop constraint invoice_document_pkey, add primary key (invoice_id, kind, edition);
grant insert (edition) on app.invoice_document to attune_app_therapist, attune_worker;
grant select (therapist_id, invoice_id, kind, edition, made_at) on app.invoice_document to attune_app_definer;
create policy definer_sees on app.invoice_document for select to attune_app_definer using (true);

create table app.receipt_withdrawal (
  therapist_id uuid not null,
  invoice_id uuid not null,
  edition int not null check (edition between 1 and 1000),
  withdrawn_at timestamptz not null default now(),
  primary key (invoice_id, edition),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id)
);
comment on table app.receipt_withdrawal is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index receipt_withdrawal_invoice on app.receipt_withdrawal (therapist_id, invoice_id);

grant select on app.receipt_withdrawal to attune_app_therapist, attune_app_client, attune_worker, attune_app_backup;
grant select, insert (therapist_id, invoice_id, edition) on app.receipt_withdrawal to attune_app_definer;
create trigger append_only before update or delete or truncate on app.receipt_withdrawal for each statement execute function app.refuse_change();
create policy therapist_sees on app.receipt_withdrawal for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.receipt_withdrawal for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy client_sees on app.receipt_withdrawal for select to attune_app_client
  using (exists (select from app.invoice_client l where l.invoice_id = receipt_withdrawal.invoice_id));
create policy definer_adds on app.receipt_withdrawal for all to attune_app_definer using (true);
create policy backup_reads on app.receipt_withdrawal for select to attune_app_backup using (true);
alter table app.receipt_withdrawal enable row level security, force row level security;

set local role attune_app_definer;

-- Withdraws the receipt of an invoice, whoever records the counter-entry or issues the credit note: if less than the total that it states remains
-- paid, which is the total less what was credited before, or if all of the invoice is credited. Taking back what was paid above that total keeps it.
-- Waits for a receipt that is being stored: its foreign key holds the row of the invoice until the commit.
create function def.withdraw_receipt() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_invoice uuid := case when tg_table_name = 'payment' then (to_jsonb(new)->>'invoice_id')::uuid else (to_jsonb(new)->>'corrects_id')::uuid end;
  one record;
  paid bigint;
begin
  select i.gross_minor, i.currency into one from app.invoice i where i.therapist_id = new.therapist_id and i.id = of_invoice for update;
  select coalesce(sum(p.amount_minor), 0) into paid from app.payment p
    where p.therapist_id = new.therapist_id and p.invoice_id = of_invoice and p.currency = one.currency;
  insert into app.receipt_withdrawal (therapist_id, invoice_id, edition)
    select d.therapist_id, d.invoice_id, d.edition
    from app.invoice_document d cross join lateral (
      select coalesce(sum(n.gross_minor), 0) as in_all, coalesce(sum(n.gross_minor) filter (where n.issued_at <= d.made_at), 0) as before
      from app.invoice n where n.therapist_id = d.therapist_id and n.corrects_id = d.invoice_id and n.status = 'issued') credited
    where d.therapist_id = new.therapist_id and d.invoice_id = of_invoice and d.kind = 'receipt'
      and (paid < one.gross_minor - credited.before or credited.in_all >= one.gross_minor)
      and not exists (select from app.receipt_withdrawal w where w.invoice_id = d.invoice_id and w.edition = d.edition);
  return null;
end $$;
grant execute on function def.withdraw_receipt() to attune_owner;

set local role attune_owner;

create trigger withdraws after insert on app.payment for each row when (new.amount_minor < 0) execute function def.withdraw_receipt();
create trigger withdraws after update of status on app.invoice for each row
  when (old.status = 'draft' and new.status = 'issued' and new.corrects_id is not null) execute function def.withdraw_receipt();
