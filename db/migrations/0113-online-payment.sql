-- Online payment: a therapist's own key of the provider, and the pages at the provider on which invoices are paid.

-- A therapist's setup. The key and the secret of the webhook are encrypted with a key of the secrets folder, like those of `provider_key`.
-- No role of a person may read them.
create table app.online_payment_setup (
  therapist_id uuid primary key references app.calendar (therapist_id),
  is_on bool not null default false,
  sealed_key bytea check (octet_length(sealed_key) between 30 and 4096),
  -- Whether the key is one for tests, with which no money moves.
  is_test bool not null default false,
  key_saved_at timestamptz,
  -- Since when the provider has refused the key. Null while it accepts it.
  key_refused_at timestamptz,
  sealed_secret bytea check (octet_length(sealed_secret) between 30 and 4096),
  secret_saved_at timestamptz,
  -- When the provider is asked for refunds. Null while there is no payment that could be refunded.
  refunds_due_at timestamptz,
  check (sealed_key is not null or not is_on),
  check ((sealed_key is null) = (key_saved_at is null)),
  check ((sealed_secret is null) = (secret_saved_at is null))
);
comment on table app.online_payment_setup is 'owner: therapist; erasure: delete; disconnect: keep';

-- A page at the provider for the payment of an invoice. Its id is the key by which the provider recognizes a repeated request, so the row is
-- stored before the request.
create table app.payment_page (
  id uuid primary key,
  therapist_id uuid not null,
  invoice_id uuid not null,
  amount_minor bigint not null check (amount_minor between 1 and 9999999999),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- The provider's id and address of the page. Null until the provider has answered; the address is dropped once nothing more can be paid.
  provider_id text check (length(provider_id) between 1 and 200),
  url text check (length(url) between 1 and 4000),
  -- 'processing': the client has finished, and the money is on its way. 'ended': nothing was paid, and nothing more can be.
  state text not null default 'open' check (state in ('open', 'processing', 'paid', 'ended')),
  -- Whether the invoice is paid on this page, rather than on a later one.
  is_current boolean not null default true,
  -- The payment at the provider, as `provider_id` of `payment`.
  payment_id text check (length(payment_id) between 1 and 200),
  created_at timestamptz not null,
  -- When the provider is asked for its state. Null once it is final.
  due_at timestamptz,
  unique (therapist_id, provider_id),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id),
  check (not is_current or state in ('open', 'processing')),
  check ((state = 'paid') = (payment_id is not null))
);
comment on table app.payment_page is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index payment_page_invoice on app.payment_page (therapist_id, invoice_id);
create unique index payment_page_current on app.payment_page (therapist_id, invoice_id) where is_current;
create index payment_page_due on app.payment_page (therapist_id, due_at) where due_at is not null;

grant select (therapist_id, is_on, is_test, key_saved_at, key_refused_at, secret_saved_at),
  insert (therapist_id, is_on, sealed_key, is_test, key_saved_at, key_refused_at, sealed_secret, secret_saved_at),
  update (is_on, sealed_key, is_test, key_saved_at, key_refused_at, sealed_secret, secret_saved_at) on app.online_payment_setup to attune_app_therapist;
grant select, update (key_refused_at, refunds_due_at) on app.online_payment_setup to attune_worker;
grant select, delete on app.online_payment_setup to attune_app_definer;
grant select (id, therapist_id, invoice_id, amount_minor, currency, state, payment_id) on app.payment_page to attune_app_therapist;
grant select, insert (id, therapist_id, invoice_id, amount_minor, currency, created_at, due_at),
  update (provider_id, url, state, is_current, payment_id, due_at) on app.payment_page to attune_worker;
grant select on app.payment_page to attune_app_definer;
grant select on app.online_payment_setup, app.payment_page to attune_app_backup;

set local role attune_app_definer;

-- Returns the pages whose state is asked for now, and with a null page the therapists for whose refunds the provider is asked.
create function def.due_online_payments(moment timestamptz) returns table (therapist_id uuid, page_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select g.therapist_id, g.id from app.payment_page g where g.due_at <= moment order by g.due_at limit 500)
  union all
  (select s.therapist_id, null from app.online_payment_setup s where s.refunds_due_at <= moment order by s.refunds_due_at limit 500) $$;
grant execute on function def.due_online_payments(timestamptz) to attune_worker;

-- Locks an invoice of the acting therapist until the transaction ends, as recording a payment by hand does.
create function def.lock_invoice(invoice uuid) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.invoice i where i.therapist_id = app.actor_id() and i.id = invoice for update;
end $$;
grant execute on function def.lock_invoice(uuid) to attune_worker;

set local role attune_owner;

create policy therapist_keeps on app.online_payment_setup for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.online_payment_setup for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_keeps on app.online_payment_setup for all to attune_app_definer using (true);
create policy backup_reads on app.online_payment_setup for select to attune_app_backup using (true);
create policy therapist_reads on app.payment_page for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_keeps on app.payment_page for all to attune_worker using (therapist_id = (select app.actor_id()));
create policy definer_reads on app.payment_page for select to attune_app_definer using (true);
create policy backup_reads on app.payment_page for select to attune_app_backup using (true);
alter table app.online_payment_setup enable row level security, force row level security;
alter table app.payment_page enable row level security, force row level security;

-- Asks the provider for the state of a page, or for refunds.
select jobs.create_queue('online-payment', '{"policy": "standard", "retryLimit": 6, "retryDelay": 15, "retryBackoff": true, "retryDelayMax": 600, "heartbeatSeconds": 10, "expireInSeconds": 120, "deleteAfterSeconds": 3600, "retentionSeconds": 86400}');
