-- A receipt is withdrawn when a counter-entry reopens its invoice, and the next full payment makes another one. No receipt is ever replaced.

alter table app.invoice_document add column edition int not null default 1 check (edition between 1 and 1000 and (edition = 1 or kind = 'receipt'));
alter table app.invoice_document drop constraint invoice_document_pkey, add primary key (invoice_id, kind, edition);
grant insert (edition) on app.invoice_document to attune_app_therapist, attune_worker;
grant select (therapist_id, invoice_id, kind, edition) on app.invoice_document to attune_app_definer;
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

-- Withdraws the receipt of an invoice if a counter-entry reopens it, whoever records the entry. Waits for a receipt that is being stored: its
-- foreign key holds the row of the invoice until the commit.
create function def.withdraw_receipt() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  open bigint;
begin
  select i.gross_minor, i.currency into one from app.invoice i where i.therapist_id = new.therapist_id and i.id = new.invoice_id for update;
  select one.gross_minor
      - (select coalesce(sum(n.gross_minor), 0) from app.invoice n
        where n.therapist_id = new.therapist_id and n.corrects_id = new.invoice_id and n.status = 'issued')
      - (select coalesce(sum(p.amount_minor), 0) from app.payment p
        where p.therapist_id = new.therapist_id and p.invoice_id = new.invoice_id and p.currency = one.currency) into open;
  if open > 0 then
    insert into app.receipt_withdrawal (therapist_id, invoice_id, edition)
      select d.therapist_id, d.invoice_id, d.edition from app.invoice_document d
      where d.therapist_id = new.therapist_id and d.invoice_id = new.invoice_id and d.kind = 'receipt'
        and not exists (select from app.receipt_withdrawal w where w.invoice_id = d.invoice_id and w.edition = d.edition);
  end if;
  return null;
end $$;
grant execute on function def.withdraw_receipt() to attune_owner;

set local role attune_owner;

create trigger withdraws after insert on app.payment for each row when (new.amount_minor < 0) execute function def.withdraw_receipt();
