-- What a therapist's services cost, who pays for a client, and how two clients share the price of a session.

-- A service that a therapist bills. A change affects no invoice and no draft: they keep copies.
create table app.service (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  code text not null default '' check (length(code) <= 20),
  text text not null check (length(text) between 1 and 300),
  minutes int check (minutes between 1 and 1440),
  -- The price in the smallest unit of the currency.
  price_minor bigint not null check (price_minor between 0 and 9999999999),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Basis points. Null: as the tax profile of the business says.
  tax_rate_bp int check (tax_rate_bp between 1 and 5000),
  -- The format of the sessions for which an invoice proposes this service.
  default_format text check (default_format in ('in-person', 'video', 'phone')),
  place text not null default '' check (length(place) <= 100),
  archived_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  unique (therapist_id, id)
);
comment on table app.service is 'owner: therapist; erasure: delete; disconnect: keep';
create unique index service_default_format on app.service (therapist_id, default_format) where archived_at is null;

-- A price that a therapist has agreed with a client. It replaces the price of the service, in the currency of the service.
create table app.service_price (
  therapist_id uuid not null,
  service_id uuid not null,
  client_id uuid not null,
  price_minor bigint not null check (price_minor between 0 and 9999999999),
  primary key (therapist_id, service_id, client_id),
  foreign key (therapist_id, service_id) references app.service (therapist_id, id) on delete cascade,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade
);
comment on table app.service_price is 'owner: therapist; erasure: with app.service; disconnect: keep';
create index service_price_client on app.service_price (therapist_id, client_id);

alter table app.client_contact add constraint client_contact_of_therapist unique (therapist_id, id);

-- Who pays for a client. At most one row of a client is current; earlier ones stay, because drafts name them. A client without a current
-- row pays for themself.
create table app.payer (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  kind text not null check (kind in ('client', 'contact', 'organization')),
  -- The contact of the record; null for another payer and once the contact was removed.
  contact_id uuid,
  -- The name of the contact or the organization. Empty for the client, whose name is in the record.
  name text not null default '' check (length(name) <= 200),
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 20),
  city text not null default '' check (length(city) <= 100),
  region text not null default '' check (length(region) <= 100),
  country char(2) check (country ~ '^[A-Z]{2}$'),
  email text check (email = lower(email) and length(email) <= 254),
  -- The number of the policy, the member or the case at an organization.
  reference text not null default '' check (length(reference) <= 100),
  -- What the organization wants an electronic invoice to name as its own reference.
  buyer_reference text not null default '' check (length(buyer_reference) <= 100),
  -- Whether the contact is a guardian. The guardian of a child needs no agreement.
  is_guardian boolean not null default false,
  -- Whether the payer and the client want the diagnosis on the invoice.
  wants_diagnosis boolean not null default false,
  client_wants_diagnosis boolean not null default false,
  -- The client's latest agreement to this payer, given in the app or recorded by the therapist on the client's word, and the latest
  -- withdrawal. The agreement counts if it is the later one. It ends when the contact is renamed or removed.
  agreed_at timestamptz,
  agreed_by text check (agreed_by in ('client', 'therapist')),
  withdrawn_at timestamptz,
  is_current boolean not null default true,
  version int not null default 1,
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id) on delete cascade,
  -- An edit of a record deletes its contacts and inserts them again in the same transaction.
  foreign key (therapist_id, contact_id) references app.client_contact (therapist_id, id) deferrable initially deferred,
  check ((agreed_at is null) = (agreed_by is null)),
  check (kind = 'contact' or (contact_id is null and not is_guardian)),
  check (kind <> 'contact' or contact_id is not null or not is_current),
  check (kind = 'client' or name <> '')
);
comment on table app.payer is 'owner: therapist; erasure: keep (record: invoices and drafts name their payer); disconnect: keep';
create unique index payer_current on app.payer (therapist_id, client_id) where is_current;
create index payer_client on app.payer (therapist_id, client_id);
create index payer_contact on app.payer (therapist_id, contact_id);

-- How two clients share the price of a session that both attend. Without a row they pay half each.
create table app.payer_split (
  therapist_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  -- Half each, one of them pays everything, or one of them pays an amount and the other one the rest.
  rule text not null check (rule in ('even', 'one', 'other', 'one-amount', 'other-amount')),
  -- The amount in the smallest unit of the currency of the session's price.
  amount_minor bigint check (amount_minor between 0 and 9999999999),
  primary key (therapist_id, one_id, other_id),
  foreign key (therapist_id, one_id) references app.client (therapist_id, id) on delete cascade,
  foreign key (therapist_id, other_id) references app.client (therapist_id, id) on delete cascade,
  check (one_id < other_id),
  check ((rule in ('one-amount', 'other-amount')) = (amount_minor is not null))
);
comment on table app.payer_split is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index payer_split_other on app.payer_split (therapist_id, other_id);

grant select on app.service, app.payer to attune_app_therapist;
grant insert (id, therapist_id, code, text, minutes, price_minor, currency, tax_rate_bp, default_format, place),
  update (code, text, minutes, price_minor, currency, tax_rate_bp, default_format, place, archived_at, version) on app.service to attune_app_therapist;
grant select, delete, insert (therapist_id, service_id, client_id, price_minor), update (price_minor) on app.service_price to attune_app_therapist;
grant insert (id, therapist_id, client_id, kind, contact_id, name, street, postal_code, city, region, country, email, reference, buyer_reference,
    is_guardian, wants_diagnosis, client_wants_diagnosis, version),
  update (client_id, contact_id, name, street, postal_code, city, region, country, email, reference, buyer_reference, is_guardian, wants_diagnosis,
    client_wants_diagnosis, agreed_at, agreed_by, withdrawn_at, is_current, version) on app.payer to attune_app_therapist;
grant select, delete, insert (therapist_id, one_id, other_id, rule, amount_minor), update (rule, amount_minor) on app.payer_split to attune_app_therapist;

-- The client sees who pays, gives the agreement and withdraws it.
grant select (id, therapist_id, client_id, kind, contact_id, name, reference, is_guardian, agreed_at, agreed_by, withdrawn_at, is_current, version),
  update (agreed_at, agreed_by, withdrawn_at, version) on app.payer to attune_app_client;
create policy client_sees on app.payer for select to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));
create policy client_answers on app.payer for update to attune_app_client using (client_id = any ((select def.my_records())::uuid[]));

grant select, delete on app.service to attune_app_definer;
create policy definer_deletes on app.service for all to attune_app_definer using (true);

set local role attune_app_definer;

-- A row in `change` for the therapist per changed service.
create function def.change_service() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'service', r.id, tg_op, array[r.therapist_id], jsonb_build_object('id', r.id, 'therapist_id', r.therapist_id) from new_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;

-- A row in `change` for the therapist and the client per changed payer.
create function def.change_payer() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'payer', r.id, tg_op, array[r.therapist_id] || array(select c.account_id from app.client c where c.id = r.client_id and c.account_id is not null),
      jsonb_build_object('client_id', r.client_id) from new_rows r;
  perform pg_notify('attune_change', '');
  return null;
end $$;
grant execute on function def.change_service(), def.change_payer() to attune_owner;

set local role attune_owner;

create trigger change_insert after insert on app.service referencing new table as new_rows for each statement execute function def.change_service();
create trigger change_update after update on app.service referencing new table as new_rows for each statement execute function def.change_service();
create trigger change_insert after insert on app.payer referencing new table as new_rows for each statement execute function def.change_payer();
create trigger change_update after update on app.payer referencing new table as new_rows for each statement execute function def.change_payer();

do $$
declare
  name text;
begin
  foreach name in array array['service', 'service_price', 'payer', 'payer_split'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;
