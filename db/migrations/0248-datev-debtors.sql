-- The DATEV export can book each payer on an account of its own. A payer keeps its number.

alter table app.datev_setting
  -- The first number of the accounts of payers; null if all payers share one account.
  add column debtors_from int check (debtors_from between 10000 and 69999);
grant insert (debtors_from), update (debtors_from) on app.datev_setting to attune_app_therapist;

create table app.datev_debtor (
  therapist_id uuid not null references app.calendar (therapist_id),
  -- The SHA-256 of what identifies a payer: the client, the row of the payer, or name and address. A payer can have several.
  payer text not null check (payer ~ '^[0-9a-f]{64}$'),
  number int not null check (number between 10000 and 69999),
  primary key (therapist_id, payer)
);
comment on table app.datev_debtor is 'owner: therapist; erasure: delete; disconnect: keep; kept: few (up to two rows per payer); feature: invoice';

grant select, insert (therapist_id, payer, number) on app.datev_debtor to attune_app_therapist;
grant select, delete on app.datev_debtor to attune_app_definer;
grant select on app.datev_debtor to attune_app_backup;
create policy therapist_keeps on app.datev_debtor for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.datev_debtor for all to attune_app_definer using (true);
create policy backup_reads on app.datev_debtor for select to attune_app_backup using (true);
alter table app.datev_debtor enable row level security, force row level security;
