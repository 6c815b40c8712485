-- The key with which a browser seals what somebody is still writing. Gone with the account: what was sealed stays sealed for ever.

create table app.draft_key (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  key bytea not null check (octet_length(key) = 32),
  made_at timestamptz not null default now()
);
comment on table app.draft_key is 'owner: account';

grant select, insert (account_id, key) on app.draft_key to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_keeps on app.draft_key for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_keeps on app.draft_key for all to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_keeps on app.draft_key for all to attune_app_admin using (account_id = (select app.actor_id()));

grant select on app.draft_key to attune_app_backup;
create policy backup_reads on app.draft_key for select to attune_app_backup using (true);

-- Of a therapist's account the profile stays when it is closed; the key does not.
grant select (account_id), delete on app.draft_key to attune_app_definer;
create policy definer_erases on app.draft_key for all to attune_app_definer using (true);
alter table app.draft_key enable row level security, force row level security;

set local role attune_app_definer;
create or replace function def.erase_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set account_id = null, updated_at = now() where c.account_id = account;
  update app.profile p set email = '', avatar_url = null, updated_at = now() where p.account_id = account and p.role = 'therapist';
  delete from app.draft_key k where k.account_id = account;
  delete from app.profile p where p.account_id = account and p.role <> 'therapist';
end $$;
set local role attune_owner;
