-- Bank files: how the CSV files of a bank are read. The files themselves are not stored.

create table app.bank_mapping (
  therapist_id uuid not null references app.calendar (therapist_id),
  -- The SHA-256 of the headings of the file.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- The field of each column, and how numbers and days are written.
  mapping jsonb not null check (length(mapping::text) <= 4000),
  saved_at timestamptz not null default now(),
  primary key (therapist_id, fingerprint)
);
comment on table app.bank_mapping is 'owner: therapist; erasure: delete; disconnect: keep';

grant select, insert (therapist_id, fingerprint, mapping), update (mapping, saved_at) on app.bank_mapping to attune_app_therapist;
grant select, delete on app.bank_mapping to attune_app_definer;
grant select on app.bank_mapping to attune_app_backup;
create policy therapist_keeps on app.bank_mapping for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_deletes on app.bank_mapping for all to attune_app_definer using (true);
create policy backup_reads on app.bank_mapping for select to attune_app_backup using (true);
alter table app.bank_mapping enable row level security, force row level security;
