-- The setup of SMS, WhatsApp and push, and the keys of providers.

-- The keys of providers, each encrypted with a key of the secrets folder. No role of a person may read them.
create table app.provider_key (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  sealed bytea not null check (octet_length(sealed) between 30 and 4096),
  changed_at timestamptz not null
);
comment on table app.provider_key is 'owner: product; erasure: keep (names no one); disconnect: keep';

-- One row: what an admin has set up.
create table app.channel_setting (
  id boolean primary key default true check (id),
  account text check (account ~ '^AC[0-9a-f]{32}$'),
  name_in_texts text not null default 'Attune' check (length(name_in_texts) between 1 and 40),
  -- The country of the practice, ISO 3166-1 alpha-2. It decides which agreement with the provider is needed.
  practice_country text check (practice_country ~ '^[A-Z]{2}$'),
  -- The countries to whose numbers texts may leave.
  allowed_countries text[] not null default '{}' check (cardinality(allowed_countries) <= 60),
  sms_on boolean not null default false,
  whatsapp_on boolean not null default false,
  sms_content boolean not null default false,
  whatsapp_content boolean not null default false,
  -- The processing agreement with the provider, as an admin has stated it: its type, its date, and who signed it.
  agreement_type text check (agreement_type in ('processing', 'baa')),
  agreement_date date,
  agreement_name text check (length(agreement_name) between 1 and 120),
  agreement_stated_at timestamptz,
  push_hosts text[] not null default '{fcm.googleapis.com,push.services.mozilla.com,web.push.apple.com,notify.windows.com}'
    check (cardinality(push_hosts) <= 40),
  check (num_nulls(agreement_type, agreement_date, agreement_name, agreement_stated_at) in (0, 4)),
  check (agreement_type is not null or not (sms_content or whatsapp_content)),
  check (agreement_type is null or agreement_type = case practice_country when 'US' then 'baa' else 'processing' end),
  check (not (whatsapp_content and practice_country = 'US'))
);
comment on table app.channel_setting is 'owner: product; erasure: keep (names no client); disconnect: keep';
insert into app.channel_setting default values;

-- The numbers from which texts leave. A number belongs to one therapist, or to the practice if it names none.
create table app.text_sender (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'whatsapp')),
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  for_therapist uuid,
  constraint text_sender_number_key unique (channel, number),
  constraint text_sender_owner_key unique nulls not distinct (channel, for_therapist)
);
comment on table app.text_sender is 'owner: product; erasure: keep (a number of the practice); disconnect: keep';

-- Templates that WhatsApp has approved. The text contains its variables as {{1}}, {{2}}; the template's id is the provider's.
create table app.text_template (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  text text not null check (length(text) between 1 and 1024),
  template_id text not null check (template_id ~ '^HX[0-9a-f]{32}$'),
  constraint text_template_key unique (template_id)
);
comment on table app.text_template is 'owner: product; erasure: keep (names no one); disconnect: keep';

grant select (name, changed_at), insert (name, sealed, changed_at), update (sealed, changed_at) on app.provider_key to attune_app_admin;
grant select, update (account, name_in_texts, practice_country, allowed_countries, sms_on, whatsapp_on, sms_content, whatsapp_content, agreement_type,
  agreement_date, agreement_name, agreement_stated_at, push_hosts) on app.channel_setting to attune_app_admin;
grant select, insert (id, channel, number, for_therapist), update (channel, number, for_therapist), delete on app.text_sender to attune_app_admin;
grant select, insert (id, name, language, text, template_id), update (name, language, text, template_id), delete on app.text_template to attune_app_admin;
grant select on app.provider_key, app.channel_setting, app.text_sender, app.text_template to attune_worker;

do $$
declare
  name text;
begin
  foreach name in array array['provider_key', 'channel_setting', 'text_sender', 'text_template'] loop
    execute format('create policy admin_sees on app.%I for select to attune_app_admin using (true)', name);
    execute format('create policy admin_edits on app.%I for update to attune_app_admin using (true)', name);
    execute format('create policy worker_sees on app.%I for select to attune_worker using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['provider_key', 'text_sender', 'text_template'] loop
    execute format('create policy admin_adds on app.%I for insert to attune_app_admin with check (true)', name);
  end loop;
  foreach name in array array['text_sender', 'text_template'] loop
    execute format('create policy admin_removes on app.%I for delete to attune_app_admin using (true)', name);
  end loop;
end $$;
