-- Google beside CalDAV: an account of Google is known by its subject, and a therapist's consent is asked for in a browser.

alter table app.external_account drop constraint external_account_provider_check;
alter table app.external_account add constraint external_account_provider_check check (provider in ('caldav', 'google'));
-- The id of the account at Google, by which a renewed consent finds it. Null for CalDAV.
alter table app.external_account add column subject text check (length(subject) between 1 and 255);
alter table app.external_account add constraint external_account_subject check ((provider = 'google') = (subject is not null));
alter table app.external_account add constraint external_account_once unique (therapist_id, subject);
grant insert (subject), update (user_name) on app.external_account to attune_app_therapist;
grant select (id, subject) on app.external_account to attune_app_definer;

-- A consent that a therapist has begun at Google. It is valid once, for a short time, and in the login that began it.
create table app.external_consent (
  therapist_id uuid primary key references app.calendar (therapist_id),
  login_id uuid not null,
  -- SHA-256 of the state that returns with the answer.
  state bytea not null check (length(state) = 32),
  -- The account that is connected again; null for a new one.
  renewed_id uuid,
  expires_at timestamptz not null,
  foreign key (therapist_id, renewed_id) references app.external_account (therapist_id, id) on delete cascade
);
comment on table app.external_consent is 'owner: therapist; erasure: delete; disconnect: keep';
create index external_consent_renewed on app.external_consent (therapist_id, renewed_id);
grant select, insert (therapist_id, login_id, state, renewed_id, expires_at), update (login_id, state, renewed_id, expires_at), delete
  on app.external_consent to attune_app_therapist;
grant select, delete on app.external_consent to attune_app_definer;
grant select on app.external_consent to attune_app_backup;
create policy therapist_keeps on app.external_consent for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.external_consent for all to attune_app_definer using (true);
create policy backup_reads on app.external_consent for select to attune_app_backup using (true);
alter table app.external_consent enable row level security, force row level security;

set local role attune_app_definer;

-- Whether another therapist has connected the same account of Google. Revoking the consent would then end their sync too.
create function def.is_shared_with_others(account uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.external_account mine
    join app.external_account theirs on theirs.subject = mine.subject and theirs.id <> mine.id
    where mine.id = account and mine.therapist_id = app.actor_id());
end $$;
grant execute on function def.is_shared_with_others(uuid) to attune_app_therapist;

set local role attune_owner;
