-- What a therapist's invoices need: who issues them, where the money goes, the tax profile and the texts, and whether payments are in use.

-- A logo as it is printed, without metadata. A frozen invoice names it by its hash, so a logo is never changed.
create table app.business_logo (
  therapist_id uuid not null references app.calendar (therapist_id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) between 1 and 307200),
  created_at timestamptz not null default now(),
  primary key (therapist_id, sha256)
);
comment on table app.business_logo is 'owner: therapist; erasure: keep (invoices show it); disconnect: keep';

create table app.business (
  therapist_id uuid primary key references app.calendar (therapist_id),
  is_on bool not null default false,
  name text not null default '' check (length(name) <= 120),
  tax_id text not null default '' check (length(tax_id) <= 40),
  vat_id text not null default '' check (length(vat_id) <= 40),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 20),
  city text not null default '' check (length(city) <= 100),
  region text not null default '' check (length(region) <= 100),
  country char(2) check (country ~ '^[A-Z]{2}$' and country not in ('IT', 'PT')),
  bank_name text not null default '' check (length(bank_name) <= 100),
  account_name text not null default '' check (length(account_name) <= 120),
  iban text not null default '' check (iban ~ '^([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})?$'),
  bic text not null default '' check (bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
  routing_number text not null default '' check (length(routing_number) <= 40),
  account_number text not null default '' check (length(account_number) <= 40),
  siret text not null default '' check (siret ~ '^([0-9]{14})?$'),
  rpps text not null default '' check (rpps ~ '^([0-9]{9}|[0-9]{11})?$'),
  npi text not null default '' check (npi ~ '^([0-9]{10})?$'),
  license text not null default '' check (length(license) <= 60),
  footer text not null default '' check (length(footer) <= 500),
  -- The language of new invoices. Null: the therapist's language.
  language text check (language in ('en', 'de', 'fr', 'es')),
  -- A key of the tax profiles in code. Null: the profile of the country.
  tax_profile text check (length(tax_profile) <= 40),
  -- The rate of the profile with an own rate, in hundredths of a percent.
  tax_rate_bp int not null default 0 check (tax_rate_bp between 0 and 5000),
  -- The reason for no tax as it is printed. Empty: the text of the profile.
  tax_reason text not null default '' check (length(tax_reason) <= 300),
  -- Null: the currency of the country.
  currency char(3) check (currency ~ '^[A-Z]{3}$'),
  due_days int not null default 14 check (due_days between 0 and 120),
  late_fees bool not null default false,
  cancel_fee text not null default 'damages' check (cancel_fee in ('damages', 'service')),
  person_shown text not null default 'name' check (person_shown in ('name', 'initials', 'code')),
  -- After how many days after the due date a reminder is proposed. Null: never.
  remind_after_days int check (remind_after_days between 1 and 120),
  -- The number of the first invoice of one year. In other years it is 1.
  first_number int not null default 1 check (first_number between 1 and 999999),
  first_number_year int check (first_number_year between 2000 and 2200),
  logo_sha text,
  -- The number of changes. A change sends the version that it is based on.
  version int not null default 0,
  updated_at timestamptz not null default now(),
  foreign key (therapist_id, logo_sha) references app.business_logo (therapist_id, sha256)
);
comment on table app.business is 'owner: therapist; erasure: delete; disconnect: keep';
create index business_logo_shown on app.business (therapist_id, logo_sha);

grant select on app.business, app.business_logo to attune_app_therapist;
grant insert (therapist_id, sha256, mime, bytes), delete on app.business_logo to attune_app_therapist;
grant insert (therapist_id, is_on, name, tax_id, vat_id, email, phone, street, postal_code, city, region, country, bank_name, account_name, iban, bic,
    routing_number, account_number, siret, rpps, npi, license, footer, language, tax_profile, tax_rate_bp, tax_reason, currency, due_days, late_fees,
    cancel_fee, person_shown, remind_after_days, first_number, first_number_year, logo_sha, version, updated_at),
  update (is_on, name, tax_id, vat_id, email, phone, street, postal_code, city, region, country, bank_name, account_name, iban, bic,
    routing_number, account_number, siret, rpps, npi, license, footer, language, tax_profile, tax_rate_bp, tax_reason, currency, due_days, late_fees,
    cancel_fee, person_shown, remind_after_days, first_number, first_number_year, logo_sha, version, updated_at)
  on app.business to attune_app_therapist;
grant select on app.business, app.business_logo to attune_worker, attune_app_backup;
grant select, delete on app.business to attune_app_definer;

create policy therapist_keeps on app.business for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy therapist_keeps on app.business_logo for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.business for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.business_logo for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.business for all to attune_app_definer using (true);
create policy backup_reads on app.business for select to attune_app_backup using (true);
create policy backup_reads on app.business_logo for select to attune_app_backup using (true);
alter table app.business enable row level security, force row level security;
alter table app.business_logo enable row level security, force row level security;
