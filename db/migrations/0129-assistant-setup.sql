-- The setup of the assistant.

-- One row: what an admin has set up. The key of the endpoint is in `provider_key`.
create table app.assistant_setting (
  id boolean primary key default true check (id),
  -- Each change increases the version, so that two admins do not overwrite each other.
  version int not null default 0,
  is_on boolean not null default false,
  kind text not null default 'openai' check (kind in ('openai', 'anthropic')),
  address text check (address ~ '^https?://' and length(address) <= 300),
  model text check (length(model) between 1 and 200),
  -- The origin for which the key was saved. No other host gets it.
  key_origin text check (length(key_origin) <= 300),
  timeout_seconds int not null default 60 check (timeout_seconds between 5 and 300),
  words_per_day int not null default 20000 check (words_per_day between 100 and 1000000),
  region text not null default '' check (length(region) <= 200),
  contract_text text not null default '' check (length(contract_text) <= 2000),
  provider text not null default '' check (length(provider) <= 120),
  provider_country text check (provider_country ~ '^[A-Z]{2}$'),
  -- The version of what therapists and clients agree to: the host, the provider and its country, and who runs the endpoint.
  terms_version int not null default 1,
  -- What an admin has stated about the provider: the country of the practice, the type, the date, and who signed.
  practice_country text check (practice_country ~ '^[A-Z]{2}$'),
  agreement_type text check (agreement_type in ('processing', 'baa', 'own')),
  agreement_date date,
  agreement_name text check (length(agreement_name) between 1 and 120),
  agreement_stated_at timestamptz,
  -- The last check of the connection with this setup.
  checked_at timestamptz,
  check_result text check (length(check_result) between 1 and 40),
  check_milliseconds int check (check_milliseconds >= 0),
  check (num_nulls(agreement_type, agreement_date, agreement_name, agreement_stated_at) in (0, 4)),
  check (agreement_type is null or agreement_type = 'own' or (agreement_type = 'baa') = (practice_country = 'US')),
  check (num_nulls(checked_at, check_result, check_milliseconds) in (0, 3)),
  check (not is_on or (num_nulls(address, model, provider_country, agreement_type) = 0 and provider <> '' and region <> ''
    and (contract_text <> '' or agreement_type = 'own')))
);
comment on table app.assistant_setting is 'owner: product; erasure: keep (names no client); disconnect: keep';
insert into app.assistant_setting default values;

grant select, update (version, is_on, kind, address, model, key_origin, timeout_seconds, words_per_day, region, contract_text, provider, provider_country,
  terms_version, practice_country, agreement_type, agreement_date, agreement_name, agreement_stated_at, checked_at, check_result, check_milliseconds)
  on app.assistant_setting to attune_app_admin;
grant select on app.assistant_setting to attune_worker, attune_app_backup;
create policy admin_sees on app.assistant_setting for select to attune_app_admin using (true);
create policy admin_edits on app.assistant_setting for update to attune_app_admin using (true);
create policy worker_sees on app.assistant_setting for select to attune_worker using (true);
create policy backup_reads on app.assistant_setting for select to attune_app_backup using (true);
alter table app.assistant_setting enable row level security, force row level security;
