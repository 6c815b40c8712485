-- Issued invoices are erased when their retention has ended and the account of the therapist or the client is gone. What remains is a receipt of
-- the erasure, and number, day and amount of each document.

-- When the account of a record was erased. A record that never had an account, or whose account was handed over, has no such time.
alter table app.client add column account_erased_at timestamptz;
comment on table app.client is 'owner: therapist; erasure: keep by def.erase_account and def.mark_erased_account (the record stays, without the account); disconnect: keep by def.disconnect (inactive)';
create index client_account_erased on app.client (therapist_id, id) where account_erased_at is not null and account_id is null;
create index profile_closed on app.profile (account_id) where role = 'therapist' and email = '';

-- The receipt of an erasure: an invoice with the documents that refer to it, and how much belonged to them. It contains no names.
create table app.invoice_erasure (
  id uuid primary key,
  therapist_id uuid not null references app.calendar (therapist_id),
  -- The last day on which the documents had to be kept.
  kept_until date not null,
  reason text not null check (reason in ('therapist-closed', 'client-erased')),
  invoices int not null check (invoices >= 0),
  credit_notes int not null check (credit_notes >= 0),
  lines int not null check (lines >= 0),
  payments int not null check (payments >= 0),
  reminders int not null check (reminders >= 0),
  -- Stored PDF and XML files, also of receipts and reminders.
  files int not null check (files >= 0),
  links int not null check (links >= 0),
  superbills int not null default 0 check (superbills >= 0),
  erased_at timestamptz not null default now(),
  unique (therapist_id, id),
  check (invoices + credit_notes > 0)
);
comment on table app.invoice_erasure is 'owner: therapist; erasure: keep (the receipt of an erasure, names no one); disconnect: keep';

-- The journal of numbers of erased documents.
create table app.invoice_erased (
  therapist_id uuid not null,
  year int not null,
  number int not null check (number >= 1),
  number_text text not null check (length(number_text) between 1 and 30),
  kind text not null check (kind in ('invoice', 'credit-note')),
  issued_on date not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- The total in the smallest unit of the currency. That of a credit note is positive, as on the document.
  gross_minor bigint not null,
  invoice_id uuid not null,
  erasure_id uuid not null,
  primary key (therapist_id, year, number),
  unique (therapist_id, invoice_id),
  foreign key (therapist_id, year) references app.invoice_series (therapist_id, year),
  foreign key (therapist_id, erasure_id) references app.invoice_erasure (therapist_id, id)
);
comment on table app.invoice_erased is 'owner: therapist; erasure: keep (the journal of numbers, names no one); disconnect: keep';
create index invoice_erased_receipt on app.invoice_erased (therapist_id, erasure_id);

grant select on app.invoice_erasure, app.invoice_erased to attune_app_therapist, attune_app_backup;
grant select, insert (id, therapist_id, kept_until, reason, invoices, credit_notes, lines, payments, reminders, files, links, superbills) on app.invoice_erasure to attune_app_definer;
grant select, insert (therapist_id, year, number, number_text, kind, issued_on, currency, gross_minor, invoice_id, erasure_id) on app.invoice_erased to attune_app_definer;
grant select (account_erased_at), update (account_erased_at) on app.client to attune_app_definer;
grant update (replaces_id) on app.invoice to attune_app_definer;
grant delete on app.invoice_line, app.payment, app.invoice_client, app.session_billed, app.invoice_document, app.receipt_withdrawal, app.invoice_link,
  app.payment_page, app.superbill, app.superbill_line, app.superbill_withdrawal to attune_app_definer;
grant select (therapist_id, superbill_id), delete on app.superbill_document to attune_app_definer;
grant select (therapist_id, invoice_id), delete on app.invoice_event, app.invoice_reminder to attune_app_definer;
grant insert (therapist_id, session_id, client_id) on app.session_waived to attune_app_definer;
grant select (therapist_id, sha256), delete on app.business_logo to attune_app_definer;

create policy definer_adds on app.invoice_erasure for all to attune_app_definer using (true);
create policy definer_adds on app.invoice_erased for all to attune_app_definer using (true);
create policy definer_erases on app.invoice_event for all to attune_app_definer using (true);
create policy definer_erases on app.invoice_reminder for all to attune_app_definer using (true);
create policy definer_erases on app.superbill_document for all to attune_app_definer using (true);
create policy definer_erases on app.business_logo for all to attune_app_definer using (true);
create policy definer_erases on app.session_billed for delete to attune_app_definer using (true);
create policy definer_erases on app.invoice_document for delete to attune_app_definer using (true);
create policy definer_erases on app.invoice_link for delete to attune_app_definer using (true);
create policy definer_erases on app.payment_page for delete to attune_app_definer using (true);
create policy definer_adds on app.session_waived for insert to attune_app_definer with check (true);

do $$
declare
  name text;
begin
  foreach name in array array['invoice_erasure', 'invoice_erased'] loop
    execute format('create policy therapist_sees on app.%I for select to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

set local role attune_app_definer;

-- ── the end of the retention ──────────────────────────────────────────────────────────────────────────────────

-- Marks the records of an account that is being erased.
create function def.mark_erased_account(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.client c set account_erased_at = now() where c.account_id = account;
end $$;

-- A record that gets an account again is no longer one whose account was erased.
create function def.unmark_erased_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.account_erased_at := null;
  return new;
end $$;

-- For how many years after the year of issue or payment a business in a country keeps invoices. The same table is in `invoice.retention.rules.ts`.
create function def.invoice_retention_years(country text) returns int language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case country when 'HR' then 11 else 10 end
$$;

-- The day at a moment in a zone. In an unknown zone it is the day where a day ends last.
create function def.day_in(moment timestamptz, zone text) returns date language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (moment at time zone coalesce(zone, 'Etc/GMT+12'))::date;
exception when invalid_parameter_value then
  return (moment at time zone 'Etc/GMT+12')::date;
end $$;

-- Returns an issued document with all that are linked to it by a correction, a replacement or a superbill, until when they are kept together, and why they
-- may be erased at a moment; the reason is null as long as they must be kept.
create function def.invoice_retention(document uuid, moment timestamptz, out ids uuid[], out kept_until date, out reason text)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  today date;
begin
  ids := array(
    with recursive linked as (
      select i.therapist_id, i.id, i.corrects_id, i.replaces_id from app.invoice i where i.id = document and i.status = 'issued'
      union
      select i.therapist_id, i.id, i.corrects_id, i.replaces_id from linked l
        cross join lateral (
          select l.corrects_id as id union all select l.replaces_id
          union all select i.id from app.invoice i where i.therapist_id = l.therapist_id and i.corrects_id = l.id
          union all select i.id from app.invoice i where i.therapist_id = l.therapist_id and i.replaces_id = l.id
          union all select other.invoice_id from app.superbill_line mine
            join app.superbill_line other on other.therapist_id = mine.therapist_id and other.superbill_id = mine.superbill_id
            where mine.therapist_id = l.therapist_id and mine.invoice_id = l.id
        ) neighbor
        join app.invoice i on i.therapist_id = l.therapist_id and i.id = neighbor.id and i.status = 'issued'
    )
    select l.id from linked l order by l.id);
  -- A payment and a refund have a retention of their own.
  select max(make_date(greatest(i.year, (select extract(year from max(m.paid_on))::int from app.payment m
        where m.therapist_id = i.therapist_id and m.invoice_id = i.id)) + def.invoice_retention_years(i.frozen #>> '{seller,country}'), 12, 31)),
      max(def.day_in(moment, p.zone)),
      case
        when bool_and(p.role = 'therapist' and p.email = '') then 'therapist-closed'
        when bool_and(c.account_id is null and c.account_erased_at is not null)
          and not exists (select from app.invoice_client l where l.invoice_id = any (ids) and l.account_id is not null) then 'client-erased'
      end into kept_until, today, reason
    from app.invoice i join app.client c on c.therapist_id = i.therapist_id and c.id = i.client_id left join app.profile p on p.account_id = i.therapist_id
    where i.id = any (ids);
  if today <= kept_until then reason := null; end if;
end $$;

-- Whether the journal of numbers already has a document that still exists. That lasts until the end of the transaction that erases it.
create function def.is_being_erased(therapist uuid, document uuid) returns boolean language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.invoice_erased e where e.therapist_id = therapist and e.invoice_id = document);
end $$;

-- ── the journal of numbers ────────────────────────────────────────────────────────────────────────────────────

-- Accepts the number of a document only with the document's own day and amount, and only when the document may be erased now.
create function def.number_outlives() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app.invoice i where i.therapist_id = new.therapist_id and i.id = new.invoice_id and i.status = 'issued'
      and (i.year, i.number, i.number_text, i.kind, i.issued_on, i.currency, i.gross_minor)
        = (new.year, new.number, new.number_text, new.kind, new.issued_on, new.currency, new.gross_minor)) then
    raise exception using errcode = 'AT004', message = 'not an issued document';
  end if;
  if (select r.reason from def.invoice_retention(new.invoice_id, now()) r) is null then
    raise exception using errcode = 'AT004', message = 'the document must be kept';
  end if;
  return new;
end $$;

-- Runs at the commit: a document whose number is in the journal is erased.
create function def.erased_is_gone() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.invoice i where i.therapist_id = new.therapist_id and i.id = new.invoice_id) then
    raise exception using errcode = 'AT004', message = 'a document that is kept and erased';
  end if;
  return null;
end $$;

-- Refuses to delete what belongs to an issued invoice, unless the invoice is being erased.
create function def.keep_until_erased() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not def.is_being_erased(old.therapist_id, old.invoice_id) then
    raise exception 'this record is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

-- Refuses to delete a superbill and what belongs to it as long as it has lines. Its lines go when their invoices are erased.
create function def.keep_superbill() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  bill uuid := case when tg_table_name = 'superbill' then (to_jsonb(old)->>'id')::uuid else (to_jsonb(old)->>'superbill_id')::uuid end;
begin
  if exists (select from app.superbill_line l where l.therapist_id = old.therapist_id and l.superbill_id = bill) then
    raise exception 'this record is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

-- ── the rules for issued rows, which let an erasure through ───────────────────────────────────────────────────

-- Refuses an invoice that is issued at its insertion, any change of an issued one, and an issue whose lines or number do not fit: every line
-- has its tax, the lines add up, the number is the one that its series has just reached, and the days of issue rise with the numbers. An issued
-- invoice is deleted only by its erasure.
create or replace function def.refuse_frozen_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lines int;
  untaxed int;
  net bigint;
begin
  if tg_op = 'TRUNCATE' then raise exception using errcode = 'AT001', message = 'invoices cannot be truncated'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then raise exception using errcode = 'AT001', message = 'an invoice begins as a draft'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' and def.is_being_erased(old.therapist_id, old.id) then return old; end if;
  if old.status = 'issued' then raise exception using errcode = 'AT001', message = 'an issued invoice cannot change'; end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.status = 'issued' then
    select count(*), count(*) filter (where l.tax_category is null), sum(l.net_minor) into lines, untaxed, net
      from app.invoice_line l where l.therapist_id = new.therapist_id and l.invoice_id = new.id;
    if lines = 0 or untaxed > 0 or net <> new.net_minor then
      raise exception using errcode = 'AT001', message = 'the lines do not fit the invoice';
    end if;
    if not exists (select from app.invoice_series s where s.therapist_id = new.therapist_id and s.year = new.year and s.last = new.number) then
      raise exception using errcode = 'AT002', message = 'a number that its series has not reached';
    end if;
    if extract(year from new.issued_on) <> new.year
      or exists (select from app.invoice i where i.therapist_id = new.therapist_id and i.year > new.year)
      or exists (select from app.invoice_erased e where e.therapist_id = new.therapist_id and e.year > new.year)
      or new.issued_on < (select i.issued_on from app.invoice i
        where i.therapist_id = new.therapist_id and i.year = new.year and i.number < new.number order by i.number desc limit 1) then
      raise exception using errcode = 'AT002', message = 'a day of issue before that of an earlier number';
    end if;
  end if;
  return new;
end $$;

-- Refuses any change of the lines and the history of an issued invoice, except by its erasure.
create or replace function def.refuse_frozen_line() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one uuid;
  was text;
begin
  if tg_op = 'TRUNCATE' then raise exception using errcode = 'AT001', message = 'invoices cannot be truncated'; end if;
  if tg_op = 'DELETE' and def.is_being_erased(old.therapist_id, old.invoice_id) then return old; end if;
  foreach one in array case tg_op when 'INSERT' then array[new.invoice_id] when 'DELETE' then array[old.invoice_id]
      else array[least(old.invoice_id, new.invoice_id), greatest(old.invoice_id, new.invoice_id)] end loop
    select i.status into was from app.invoice i where i.id = one for key share;
    if was = 'issued' then raise exception using errcode = 'AT001', message = 'a line of an issued invoice cannot change'; end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- Refuses to free a session that an uncredited line of an issued invoice bills, except by the erasure of the invoice.
create or replace function def.keep_billed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text;
begin
  if tg_op = 'TRUNCATE' then raise exception using errcode = 'AT001', message = 'billed sessions cannot be truncated'; end if;
  if tg_op = 'DELETE' and def.is_being_erased(old.therapist_id, old.invoice_id) then return old; end if;
  select i.status into was from app.invoice i where i.id = old.invoice_id for key share;
  if tg_op = 'UPDATE' or was = 'issued' and exists (select from app.invoice_line l
      where l.therapist_id = old.therapist_id and l.invoice_id = old.invoice_id and l.session_id = old.session_id
        and not exists (select from app.invoice_line c
          where c.therapist_id = l.therapist_id and c.credits_id = l.invoice_id and c.credits_position = l.position)) then
    raise exception using errcode = 'AT001', message = 'an issued invoice bills this session';
  end if;
  return old;
end $$;

-- ── erasure ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Erases an issued document with those that are linked to it, if their retention has ended and an account is gone. Returns whether it did.
create function def.erase_invoice(document uuid, moment timestamptz) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  at timestamptz := least(moment, now());
  found_before record;
  r record;
  therapist uuid;
  receipt uuid := gen_random_uuid();
  sessions uuid[];
  clients uuid[];
  bills uuid[];
begin
  select * into found_before from def.invoice_retention(document, at);
  if found_before.reason is null then return false; end if;
  perform from app.invoice i where i.id = any (found_before.ids) order by i.id for update;
  -- A credit note or a payment of before the lock postpones the end.
  select * into r from def.invoice_retention(document, at);
  if r is distinct from found_before then return false; end if;
  select i.therapist_id into therapist from app.invoice i where i.id = document;

  bills := array(select distinct x.superbill_id from app.superbill_line x where x.therapist_id = therapist and x.invoice_id = any (r.ids));
  insert into app.invoice_erasure (id, therapist_id, kept_until, reason, invoices, credit_notes, lines, payments, reminders, files, links, superbills)
    select receipt, therapist, r.kept_until, r.reason, count(*) filter (where i.kind = 'invoice'), count(*) filter (where i.kind = 'credit-note'),
      (select count(*) from app.invoice_line x where x.therapist_id = therapist and x.invoice_id = any (r.ids)),
      (select count(*) from app.payment x where x.therapist_id = therapist and x.invoice_id = any (r.ids)),
      (select count(*) from app.invoice_reminder x where x.therapist_id = therapist and x.invoice_id = any (r.ids)),
      (select count(*) from app.invoice_document x where x.therapist_id = therapist and x.invoice_id = any (r.ids))
        + (select count(*) from app.superbill_document x where x.therapist_id = therapist and x.superbill_id = any (bills)),
      (select count(*) from app.invoice_link x where x.therapist_id = therapist and x.invoice_id = any (r.ids)), cardinality(bills)
    from app.invoice i where i.therapist_id = therapist and i.id = any (r.ids);
  insert into app.invoice_erased (therapist_id, year, number, number_text, kind, issued_on, currency, gross_minor, invoice_id, erasure_id)
    select i.therapist_id, i.year, i.number, i.number_text, i.kind, i.issued_on, i.currency, i.gross_minor, i.id, receipt
    from app.invoice i where i.therapist_id = therapist and i.id = any (r.ids);
  insert into app.audit (actor_id, actor_role, action, thing, thing_id)
    select receipt, 'product', 'erase', 'invoice', id from unnest(r.ids) id;

  select array_agg(b.session_id), array_agg(b.client_id) into sessions, clients
    from app.session_billed b where b.therapist_id = therapist and b.invoice_id = any (r.ids);
  delete from app.session_billed b where b.therapist_id = therapist and b.invoice_id = any (r.ids);
  -- The sessions were billed, so a therapist who continues does not find them among those to bill.
  insert into app.session_waived (therapist_id, session_id, client_id)
    select therapist, s.session_id, s.client_id from unnest(sessions, clients) s (session_id, client_id) on conflict do nothing;

  delete from app.superbill_line x where x.therapist_id = therapist and x.superbill_id = any (bills);
  delete from app.superbill_document x where x.therapist_id = therapist and x.superbill_id = any (bills);
  delete from app.superbill_withdrawal x where x.therapist_id = therapist and x.superbill_id = any (bills);
  delete from app.superbill x where x.therapist_id = therapist and x.id = any (bills);
  delete from app.payment_page x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.payment x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_link x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_reminder x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.receipt_withdrawal x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_document x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_event x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_line x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.invoice_client x where x.therapist_id = therapist and x.invoice_id = any (r.ids);
  delete from app.notification n where n.related_type = 'invoice' and n.related_id = any (r.ids);
  update app.invoice i set replaces_id = null where i.therapist_id = therapist and i.replaces_id = any (r.ids) and i.status = 'draft';
  delete from app.invoice i where i.therapist_id = therapist and i.id = any (r.ids);
  if r.reason = 'therapist-closed' then
    delete from app.business_logo l where l.therapist_id = therapist
      and not exists (select from app.invoice i where i.therapist_id = therapist and i.frozen #>> '{seller,logoSha}' = l.sha256)
      and not exists (select from app.business b where b.therapist_id = therapist and b.logo_sha = l.sha256);
  end if;
  return true;
end $$;

-- Erases up to `most` invoices, each with the documents linked to it, whose retention has ended at a moment and not later than now. Returns how
-- many it erased; 0 also while another transaction erases invoices. A repeated call changes nothing.
create function def.erase_ended_invoices(moment timestamptz, most int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- The year in the zone where a day begins first. Whether the retention has ended in the zone of the business is decided for each invoice. No
  -- country has less than ten years: most invoices are left out without reading their content.
  this_year int := extract(year from least(moment, now()) at time zone 'UTC' + interval '14 hours');
  one uuid;
  erased int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('attune erasure of invoices')) then return 0; end if;
  for one in
    select i.id from app.client c join app.invoice i on i.therapist_id = c.therapist_id and i.client_id = c.id
      where c.account_erased_at is not null and c.account_id is null and i.status = 'issued' and i.year + 10 < this_year
        and i.year + def.invoice_retention_years(i.frozen #>> '{seller,country}') < this_year
    union
    select i.id from app.profile p join app.invoice i on i.therapist_id = p.account_id
      where p.role = 'therapist' and p.email = '' and i.status = 'issued' and i.year + 10 < this_year
        and i.year + def.invoice_retention_years(i.frozen #>> '{seller,country}') < this_year
  loop
    exit when erased >= most;
    if def.erase_invoice(one, moment) then erased := erased + 1; end if;
  end loop;
  return erased;
end $$;

grant execute on function def.erase_ended_invoices(timestamptz, int) to attune_worker;
grant execute on function def.number_outlives(), def.erased_is_gone(), def.keep_until_erased(), def.keep_superbill(),
  def.unmark_erased_account() to attune_owner;

set local role attune_owner;

create trigger account_again before update of account_id on app.client for each row when (new.account_id is not null and new.account_erased_at is not null)
  execute function def.unmark_erased_account();
create trigger outlives before insert on app.invoice_erased for each row execute function def.number_outlives();
create constraint trigger gone after insert on app.invoice_erased deferrable initially deferred for each row execute function def.erased_is_gone();

do $$
declare
  name text;
begin
  foreach name in array array['invoice_erasure', 'invoice_erased'] loop
    execute format('create trigger append_only before update or delete or truncate on app.%I for each statement execute function app.refuse_change()', name);
  end loop;
  foreach name in array array['payment', 'invoice_document', 'invoice_reminder', 'receipt_withdrawal', 'superbill', 'superbill_line', 'superbill_document',
      'superbill_withdrawal'] loop
    execute format('drop trigger append_only on app.%I', name);
    execute format('create trigger append_only before update or truncate on app.%I for each statement execute function app.refuse_change()', name);
    execute format('create trigger kept before delete on app.%I for each row execute function def.%s()', name,
      case when name in ('superbill', 'superbill_document', 'superbill_withdrawal') then 'keep_superbill' else 'keep_until_erased' end);
  end loop;
end $$;
