-- The reversals in bank files whose payments were in no file yet, so that a payment in a later file is not recorded. They contain no text of a file.

create table app.bank_reversal (
  therapist_id uuid not null references app.calendar (therapist_id),
  -- The SHA-256 of the entry in the bank file.
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  -- The SHA-256 of what the reversal and its payment have in common: account, amount, currency, and the reference or the text.
  pair text not null check (pair ~ '^[0-9a-f]{64}$'),
  day date not null,
  primary key (therapist_id, key)
);
comment on table app.bank_reversal is 'owner: therapist; erasure: delete; disconnect: keep; kept: few (reversals of payments that no file contained); feature: payment';

grant select, insert (therapist_id, key, pair, day) on app.bank_reversal to attune_app_therapist;
grant select, delete on app.bank_reversal to attune_app_definer;
grant select on app.bank_reversal to attune_app_backup;
create policy therapist_keeps on app.bank_reversal for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.bank_reversal for all to attune_app_definer using (true);
create policy backup_reads on app.bank_reversal for select to attune_app_backup using (true);
alter table app.bank_reversal enable row level security, force row level security;
