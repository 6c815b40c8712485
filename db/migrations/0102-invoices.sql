-- Invoices: drafts, issued invoices and credit notes, their numbers without gaps, their payments, and whom they concern.

-- The numbers of a therapist in a year. `last` counts the issued documents; the printed number is last + first_number - 1.
create table app.invoice_series (
  therapist_id uuid not null references app.calendar (therapist_id),
  year int not null check (year between 2000 and 2200),
  first_number int not null default 1 check (first_number between 1 and 999999),
  last int not null default 0 check (last >= 0),
  primary key (therapist_id, year)
);
comment on table app.invoice_series is 'owner: therapist; erasure: keep (the journal of numbers); disconnect: keep';

-- Numbers that were taken before a restore from an older backup and whose invoices are not in it.
create table app.invoice_lost (
  therapist_id uuid not null,
  year int not null,
  number int not null check (number >= 1),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  primary key (therapist_id, year, number),
  foreign key (therapist_id, year) references app.invoice_series (therapist_id, year)
);
comment on table app.invoice_lost is 'owner: therapist; erasure: keep (the journal of numbers); disconnect: keep';

create table app.invoice (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  client_id uuid not null,
  -- Null: the client pays and has no row of their own.
  payer_id uuid,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  -- Of a credit note: the invoice that it corrects. Of a draft that takes the place of a credited invoice: that invoice.
  corrects_id uuid,
  replaces_id uuid,
  status text not null default 'draft' check (status in ('draft', 'issued')),
  -- A fee as damages, which is outside VAT.
  is_fee boolean not null default false,
  year int,
  -- The place in the series, from 1 on. `number_text` is printed.
  number int check (number >= 1),
  number_text text check (length(number_text) between 1 and 30),
  issued_on date,
  issued_at timestamptz,
  due_on date,
  language text not null check (language in ('en', 'es', 'fr', 'de')),
  note text not null default '' check (length(note) <= 2000),
  reference text not null default '' check (length(reference) <= 200),
  show_diagnosis boolean not null default false,
  -- Printed on the page alone, never in XML, email or bank text.
  diagnosis text check (length(diagnosis) <= 1000),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- In the smallest unit of the currency. The sums of a credit note are positive.
  net_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  gross_minor bigint not null default 0,
  -- Everything that the page shows, as it was at issue.
  frozen jsonb,
  -- The command that issued it.
  command uuid,
  -- The command that drafted it together with others.
  draft_command uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, id),
  unique (therapist_id, year, number),
  unique (therapist_id, number_text),
  constraint invoice_command_key unique (therapist_id, command),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, payer_id) references app.payer (therapist_id, id),
  foreign key (therapist_id, corrects_id) references app.invoice (therapist_id, id),
  foreign key (therapist_id, replaces_id) references app.invoice (therapist_id, id),
  foreign key (therapist_id, year) references app.invoice_series (therapist_id, year),
  check ((status = 'issued') = (number is not null and year is not null and number_text is not null and issued_on is not null
    and issued_at is not null and frozen is not null and command is not null)),
  check (status = 'issued' or num_nonnulls(year, number, number_text, issued_on, issued_at, frozen, command) = 0),
  check ((kind = 'credit-note') = (corrects_id is not null)),
  check (kind = 'invoice' or replaces_id is null),
  check (gross_minor = net_minor + tax_minor),
  check (status = 'draft' or (gross_minor between 0 and 9999999999 and net_minor between 0 and 9999999999))
);
comment on table app.invoice is 'owner: therapist; erasure: keep by def.erase_invoice_drafts (issued invoices until their retention ends, drafts are deleted); disconnect: keep';
create index invoice_of_client on app.invoice (therapist_id, client_id);
create index invoice_payer on app.invoice (therapist_id, payer_id);
create index invoice_corrects on app.invoice (therapist_id, corrects_id);
create index invoice_replaces on app.invoice (therapist_id, replaces_id);
create index invoice_listed on app.invoice (therapist_id, (status = 'draft') desc, (coalesce(issued_at, created_at)) desc, id);
create index invoice_drafted_together on app.invoice (therapist_id, draft_command) where draft_command is not null;

create table app.invoice_line (
  therapist_id uuid not null,
  invoice_id uuid not null,
  position int not null check (position between 1 and 500),
  service_on date,
  service_time time,
  minutes int check (minutes between 1 and 1440),
  code text not null default '' check (length(code) <= 40),
  text text not null default '' check (length(text) <= 500),
  factor_milli int check (factor_milli between 1 and 10000),
  factor_reason text not null default '' check (length(factor_reason) <= 300),
  place text not null default '' check (length(place) <= 100),
  -- Thousandths; negative for a discount.
  quantity_milli int not null default 1000 check (quantity_milli <> 0 and quantity_milli between -100000000 and 100000000),
  -- The price of one with the factor applied; null while it is not known.
  price_minor bigint check (price_minor between 0 and 9999999999),
  net_minor bigint not null default 0,
  -- Basis points of a draft's own rate; null: the tax profile of the business. At issue the rate of the line.
  tax_rate_bp int check (tax_rate_bp between 0 and 5000),
  -- Set at issue.
  tax_category text check (tax_category in ('S', 'E', 'Z', 'O')),
  exempt_code text not null default '' check (length(exempt_code) <= 40),
  exempt_reason text not null default '' check (length(exempt_reason) <= 500),
  session_id uuid,
  -- Of a credit note: the line that it credits. A line is credited once.
  credits_id uuid,
  credits_position int,
  primary key (invoice_id, position),
  unique (therapist_id, invoice_id, position),
  unique (therapist_id, credits_id, credits_position),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id) on delete cascade,
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  foreign key (therapist_id, credits_id, credits_position) references app.invoice_line (therapist_id, invoice_id, position),
  check (tax_category is null or (price_minor is not null and tax_rate_bp is not null and (tax_category = 'S') = (tax_rate_bp > 0)
    and (tax_category <> 'E' or exempt_code <> '' or exempt_reason <> ''))),
  check (tax_category is null or factor_milli is null or factor_milli <= 2300 or factor_reason <> ''),
  check ((credits_id is null) = (credits_position is null))
);
comment on table app.invoice_line is 'owner: therapist; erasure: keep (with its invoice, the lines of drafts go with them); disconnect: keep';
create index invoice_line_session on app.invoice_line (therapist_id, session_id);

-- A session of a client is on at most one line that is not credited. Written with the draft, removed with it or by a credit note.
create table app.session_billed (
  therapist_id uuid not null,
  session_id uuid not null,
  client_id uuid not null,
  invoice_id uuid not null,
  -- As what it was billed. An issue compares it with what the session is then.
  kind text not null check (kind in ('completed', 'no-show', 'late-cancel')),
  -- The price of the session and the client's share of it when it was billed, so that the shares of others add up to this price, also after
  -- the price or the rule of the couple has changed. Null without a price.
  price_minor bigint,
  share_minor bigint check (share_minor between 0 and price_minor),
  check ((price_minor is null) = (share_minor is null)),
  primary key (therapist_id, session_id, client_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id) on delete cascade
);
comment on table app.session_billed is 'owner: therapist; erasure: keep (with its invoice, those of drafts go with them); disconnect: keep';
create index session_billed_client on app.session_billed (therapist_id, client_id);
create index session_billed_invoice on app.session_billed (therapist_id, invoice_id);

-- A session of a client that the therapist does not bill.
create table app.session_waived (
  therapist_id uuid not null,
  session_id uuid not null,
  client_id uuid not null,
  at timestamptz not null default now(),
  primary key (therapist_id, session_id, client_id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.session_waived is 'owner: therapist; erasure: keep (record); disconnect: keep';
create index session_waived_client on app.session_waived (therapist_id, client_id);

-- A payment of an issued invoice, or a counter-entry with a negative amount. Rows are never changed.
create table app.payment (
  id uuid primary key,
  therapist_id uuid not null,
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0 and amount_minor between -9999999999 and 9999999999),
  -- Another currency than the invoice's does not count towards it.
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  paid_on date not null,
  method text not null check (method in ('bank-transfer', 'credit-card', 'cash', 'provider')),
  reference text not null default '' check (length(reference) <= 200),
  -- The payment at the provider of online payments, or the entry of a bank's file.
  provider_id text check (length(provider_id) between 1 and 200),
  -- The payment that a counter-entry takes back.
  counters_id uuid,
  command uuid,
  -- The time of the insert, not of the transaction, which may have waited for another payment of the invoice.
  recorded_at timestamptz not null default clock_timestamp(),
  unique (therapist_id, id),
  unique (therapist_id, provider_id),
  constraint payment_command_key unique (therapist_id, command),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id),
  foreign key (therapist_id, counters_id) references app.payment (therapist_id, id),
  check (counters_id is null or amount_minor < 0)
);
comment on table app.payment is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index payment_invoice on app.payment (therapist_id, invoice_id);
create index payment_day on app.payment (therapist_id, paid_on);
create index payment_counters on app.payment (therapist_id, counters_id);

-- Whom an issued invoice concerns. The trigger of the issue writes it; the client reads invoices through it, also after a disconnect.
create table app.invoice_client (
  therapist_id uuid not null,
  invoice_id uuid not null,
  client_id uuid not null,
  -- The account of the client's record; null while it has none.
  account_id uuid,
  primary key (therapist_id, invoice_id, client_id),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.invoice_client is 'owner: therapist; erasure: keep by def.follow_invoice_account (with its invoice, without the account); disconnect: keep';
create index invoice_client_client on app.invoice_client (therapist_id, client_id);
create index invoice_client_account on app.invoice_client (account_id, invoice_id);

-- The history of an invoice.
create table app.invoice_event (
  id bigint generated always as identity primary key,
  therapist_id uuid not null,
  invoice_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('drafted', 'issued', 'document-made', 'sent', 'opened', 'credited', 'payment', 'reminded', 'receipt-made')),
  -- Short facts such as a number, an amount or a step. Never a name or a service.
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  -- Null: the product.
  actor_id uuid,
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id) on delete cascade
);
comment on table app.invoice_event is 'owner: therapist; erasure: keep (with its invoice, those of drafts go with them); disconnect: keep';
create index invoice_event_invoice on app.invoice_event (therapist_id, invoice_id, id);

-- The files that were made from the frozen invoice. They are never replaced.
create table app.invoice_document (
  therapist_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('pdf', 'xml', 'xrechnung', 'receipt', 'reminder-1', 'reminder-2', 'reminder-3')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  made_at timestamptz not null default now(),
  primary key (invoice_id, kind),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id)
);
comment on table app.invoice_document is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index invoice_document_invoice on app.invoice_document (therapist_id, invoice_id);
