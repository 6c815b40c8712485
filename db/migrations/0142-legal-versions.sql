-- Legal texts are published in versions, and who joins agrees to one of them.

-- What the practice has published. `legal_texts` of the settings holds the drafts.
create table app.legal_version (
  id uuid primary key,
  page text not null check (page in ('imprint', 'privacy', 'terms', 'consent')),
  language text not null check (language in ('en', 'de', 'fr', 'es')),
  version int not null check (version >= 1),
  -- The text as a document; null if the practice removed the text in this language.
  text jsonb check (jsonb_typeof(text) = 'object'),
  -- Of the document as PostgreSQL writes it.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null,
  -- The admin; null for a text that was online before there were versions.
  published_by uuid,
  unique (page, language, version),
  check ((text is null) = (sha256 is null))
);
comment on table app.legal_version is 'owner: product; erasure: keep (texts of the practice, which name no client); disconnect: keep';

-- What a person agreed to on joining, or confirmed to have read.
create table app.legal_consent (
  account_id uuid not null references app.profile (account_id) on delete cascade,
  -- Versions are never deleted, and the trigger accepts only existing ones.
  version_id uuid not null,
  agreed_at timestamptz not null,
  primary key (account_id, version_id)
);
comment on table app.legal_consent is 'owner: account; erasure: delete; disconnect: keep';

-- Until when the person knows the versions of the privacy notice.
alter table app.profile add column privacy_seen_at timestamptz;
grant update (privacy_seen_at) on app.profile to attune_app_client;

-- The texts that are online are the first versions.
alter table app.product_setting no force row level security;
insert into app.legal_version (id, page, language, version, text, sha256, published_at)
  select gen_random_uuid(), split_part(t.key, '.', 1), split_part(t.key, '.', 2), 1, t.value, encode(sha256(convert_to(t.value::text, 'UTF8')), 'hex'), now()
  from app.product_setting s, jsonb_each(s.legal_texts) t;
alter table app.product_setting force row level security;

-- The texts that are online, which every page links.
alter table app.product_setting add column legal_pages text[] not null default '{}';
grant update (legal_pages) on app.product_setting to attune_app_admin;
alter table app.product_setting no force row level security, disable trigger user;
update app.product_setting set legal_pages = array(select distinct v.page from app.legal_version v order by v.page);
alter table app.product_setting force row level security, enable trigger user;

grant select on app.legal_version to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker, attune_app_definer, attune_app_backup;
grant insert (id, page, language, version, text, sha256, published_at, published_by) on app.legal_version to attune_app_admin;
create policy therapist_sees on app.legal_version for select to attune_app_therapist using (true);
create policy client_sees on app.legal_version for select to attune_app_client using (true);
create policy admin_sees on app.legal_version for select to attune_app_admin using (true);
create policy admin_publishes on app.legal_version for insert to attune_app_admin with check (published_by = (select app.actor_id()));
create policy worker_sees on app.legal_version for select to attune_worker using (true);
create policy definer_keeps on app.legal_version for all to attune_app_definer using (true);
create policy backup_reads on app.legal_version for select to attune_app_backup using (true);

grant select on app.legal_consent to attune_app_therapist, attune_app_client, attune_app_backup;
grant insert (account_id, version_id, agreed_at) on app.legal_consent to attune_app_therapist, attune_app_client;
grant select, delete on app.legal_consent to attune_app_definer;
create policy client_keeps on app.legal_consent for all to attune_app_client using (account_id = (select app.actor_id()));
create policy therapist_sees on app.legal_consent for select to attune_app_therapist using (account_id = any ((select def.my_people())::uuid[]));
create policy therapist_agrees on app.legal_consent for insert to attune_app_therapist with check (account_id = (select app.actor_id()));
create policy definer_keeps on app.legal_consent for all to attune_app_definer using (true);
create policy backup_reads on app.legal_consent for select to attune_app_backup using (true);

alter table app.legal_version enable row level security, force row level security;
alter table app.legal_consent enable row level security, force row level security;

set local role attune_app_definer;

-- A person agrees only to the newest version of a text.
create function def.legal_consent_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.legal_version v where v.id = new.version_id and v.text is not null and v.page in ('consent', 'privacy')
      and not exists (select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version)) then
    raise exception using errcode = 'AT002', message = 'an agreement to a text that is not online';
  end if;
  return new;
end $$;
grant execute on function def.legal_consent_fits() to attune_owner;

set local role attune_owner;

create trigger fits before insert on app.legal_consent for each row execute function def.legal_consent_fits();
