-- The official lists of diagnosis codes that the host loads, for searching a diagnosis by name or code. Diagnoses keep their own code and text.

create table app.diagnosis_code (
  list text not null check (list in ('icd-10-cm', 'icd-10-gm', 'icd-11')),
  language text not null check (language in ('en', 'de', 'fr', 'es')),
  -- The year of the edition. All rows of a list in a language have the same one.
  edition int not null check (edition between 2000 and 2100),
  -- Compared byte by byte, so that the primary key finds the codes that begin with the typed characters.
  code text collate "C" not null check (length(code) between 1 and 40),
  title text not null check (length(title) between 1 and 500),
  -- The words of the title in lower case without accents, each after a space.
  words text not null check (length(words) between 1 and 1100),
  primary key (list, language, code)
);
comment on table app.diagnosis_code is 'owner: product; erasure: keep (official codes, which name no one); disconnect: keep; kept: few (one edition of each list); feature: diagnosis-code';

grant select on app.diagnosis_code to attune_app_therapist, attune_worker, attune_app_backup;
grant delete, insert (list, language, edition, code, title, words) on app.diagnosis_code to attune_worker;
create policy therapist_sees on app.diagnosis_code for select to attune_app_therapist using (true);
create policy worker_loads on app.diagnosis_code for all to attune_worker using (true);
create policy backup_reads on app.diagnosis_code for select to attune_app_backup using (true);
alter table app.diagnosis_code enable row level security, force row level security;
