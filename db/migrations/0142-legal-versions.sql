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
  version_id uuid not null references app.legal_version (id),
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

grant select on app.legal_version to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker, attune_app_backup;
grant insert (id, page, language, version, text, sha256, published_at, published_by) on app.legal_version to attune_app_admin;
create policy anyone_reads on app.legal_version for select to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker, attune_app_backup
  using (true);
create policy admin_publishes on app.legal_version for insert to attune_app_admin with check (published_by = (select app.actor_id()));

grant select on app.legal_consent to attune_app_therapist, attune_app_client, attune_app_backup;
grant insert (account_id, version_id, agreed_at) on app.legal_consent to attune_app_therapist, attune_app_client;
grant select, delete on app.legal_consent to attune_app_definer;
create policy definer_keeps on app.legal_consent for all to attune_app_definer using (true);
create policy backup_reads on app.legal_consent for select to attune_app_backup using (true);
create policy client_reads on app.legal_consent for select to attune_app_client using (account_id = (select app.actor_id()));
-- A therapist reads what the accounts of the therapist's records agreed to, also after a disconnect.
create policy therapist_reads on app.legal_consent for select to attune_app_therapist
  using (account_id = (select app.actor_id())
    or exists (select from app.client c where c.therapist_id = (select app.actor_id()) and c.account_id = legal_consent.account_id));
-- A person agrees only to the newest version of a text.
create policy person_agrees on app.legal_consent for insert to attune_app_therapist, attune_app_client
  with check (account_id = (select app.actor_id())
    and exists (select from app.legal_version v where v.id = version_id and v.text is not null and v.page in ('consent', 'privacy')
      and not exists (select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version)));

alter table app.legal_version enable row level security, force row level security;
alter table app.legal_consent enable row level security, force row level security;
