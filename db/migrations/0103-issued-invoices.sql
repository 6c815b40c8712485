-- Who reads and changes invoices, and the rules that hold for every role: issued rows never change, a number is taken with its invoice, and a
-- client reads what was issued.

-- ── rights ────────────────────────────────────────────────────────────────────────────────────────────────────
grant select on app.invoice_series, app.invoice_lost, app.invoice, app.invoice_line, app.session_billed, app.session_waived, app.payment,
  app.invoice_client, app.invoice_event, app.invoice_document to attune_app_therapist;
grant insert (therapist_id, year, first_number, last), update (last) on app.invoice_series to attune_app_therapist;
grant delete, insert (id, therapist_id, client_id, payer_id, kind, corrects_id, replaces_id, is_fee, language, note, reference, show_diagnosis, diagnosis,
    currency, net_minor, tax_minor, gross_minor, draft_command),
  update (payer_id, status, year, number, number_text, issued_on, issued_at, due_on, language, note, reference, show_diagnosis, diagnosis, currency,
    net_minor, tax_minor, gross_minor, frozen, command, version, updated_at) on app.invoice to attune_app_therapist;
grant delete, insert (therapist_id, invoice_id, position, service_on, service_time, minutes, code, text, factor_milli, factor_reason, place, quantity_milli,
    price_minor, net_minor, tax_rate_bp, tax_category, exempt_code, exempt_reason, session_id, credits_id, credits_position),
  update (net_minor, tax_rate_bp, tax_category, exempt_code, exempt_reason) on app.invoice_line to attune_app_therapist;
grant delete, insert (therapist_id, session_id, client_id, invoice_id, kind, price_minor, share_minor) on app.session_billed to attune_app_therapist;
grant delete, insert (therapist_id, session_id, client_id) on app.session_waived to attune_app_therapist;
grant insert (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, reference, provider_id, counters_id, command)
  on app.payment to attune_app_therapist, attune_worker;
grant insert (therapist_id, invoice_id, kind, data, actor_id) on app.invoice_event to attune_app_therapist, attune_worker;
grant insert (therapist_id, invoice_id, kind, sha256, bytes) on app.invoice_document to attune_app_therapist, attune_worker;

grant select on app.invoice_client to attune_app_client;
grant select (id, therapist_id, client_id, kind, corrects_id, status, number_text, issued_on, issued_at, due_on, currency, gross_minor, frozen) on app.invoice to attune_app_client;
grant select (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, recorded_at) on app.payment to attune_app_client;
grant select on app.invoice_document to attune_app_client;

grant select on app.invoice_series, app.invoice, app.invoice_line, app.payment, app.invoice_client, app.invoice_event, app.invoice_document to attune_worker;

grant select, insert (therapist_id, year, first_number, last), update (last) on app.invoice_series to attune_app_definer;
grant select, insert (therapist_id, year, number, reason) on app.invoice_lost to attune_app_definer;
grant select, update (updated_at), delete on app.invoice to attune_app_definer;
grant select on app.invoice_line, app.payment, app.session_billed, app.session_waived to attune_app_definer;
grant select, insert (therapist_id, invoice_id, client_id, account_id), update (account_id) on app.invoice_client to attune_app_definer;

set local role attune_app_definer;

-- ── issued rows never change ──────────────────────────────────────────────────────────────────────────────────

-- Refuses an invoice that is issued at its insertion, any change of an issued one, and an issue whose lines or number do not fit: every line
-- has its tax, the lines add up, the number is the one that its series has just reached, and the days of issue rise with the numbers.
create function def.refuse_frozen_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
      or new.issued_on < (select i.issued_on from app.invoice i
        where i.therapist_id = new.therapist_id and i.year = new.year and i.number < new.number order by i.number desc limit 1) then
      raise exception using errcode = 'AT002', message = 'a day of issue before that of an earlier number';
    end if;
  end if;
  return new;
end $$;

-- Refuses any change of the lines of an issued invoice. A line waits for an issue that holds its invoice: the status is read after the lock,
-- because a condition on it would be evaluated on the row from before the wait.
create function def.refuse_frozen_line() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one uuid;
  was text;
begin
  if tg_op = 'TRUNCATE' then raise exception using errcode = 'AT001', message = 'invoices cannot be truncated'; end if;
  foreach one in array case tg_op when 'INSERT' then array[new.invoice_id] when 'DELETE' then array[old.invoice_id]
      else array[least(old.invoice_id, new.invoice_id), greatest(old.invoice_id, new.invoice_id)] end loop
    select i.status into was from app.invoice i where i.id = one for key share;
    if was = 'issued' then raise exception using errcode = 'AT001', message = 'a line of an issued invoice cannot change'; end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- Refuses to free a session that an uncredited line of an issued invoice bills.
create function def.keep_billed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text;
begin
  if tg_op = 'TRUNCATE' then raise exception using errcode = 'AT001', message = 'billed sessions cannot be truncated'; end if;
  select i.status into was from app.invoice i where i.id = old.invoice_id for key share;
  if tg_op = 'UPDATE' or was = 'issued' and exists (select from app.invoice_line l
      where l.therapist_id = old.therapist_id and l.invoice_id = old.invoice_id and l.session_id = old.session_id
        and not exists (select from app.invoice_line c
          where c.therapist_id = l.therapist_id and c.credits_id = l.invoice_id and c.credits_position = l.position)) then
    raise exception using errcode = 'AT001', message = 'an issued invoice bills this session';
  end if;
  return old;
end $$;

-- Refuses to bill a session of a client that is waived, and to waive one that is billed. Both wait for each other by the lock of the session.
create function def.bill_or_waive() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.session_id::text, 64));
  if tg_table_name = 'session_waived' and exists (select from app.session_billed b
      where b.therapist_id = new.therapist_id and b.session_id = new.session_id and b.client_id = new.client_id)
    or tg_table_name = 'session_billed' and exists (select from app.session_waived w
      where w.therapist_id = new.therapist_id and w.session_id = new.session_id and w.client_id = new.client_id) then
    raise exception using errcode = 'unique_violation', constraint = 'session_billed_or_waived',
      message = 'a session is either billed or waived';
  end if;
  return new;
end $$;

-- Accepts payments of issued invoices only, and no counter-entry above what was paid. Payments of one invoice follow one another.
create function def.payment_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  paid bigint;
begin
  select i.status, i.kind into one from app.invoice i where i.therapist_id = new.therapist_id and i.id = new.invoice_id for no key update;
  if one.status is distinct from 'issued' or one.kind is distinct from 'invoice' then
    raise exception using errcode = 'AT003', message = 'only an issued invoice is paid';
  end if;
  if new.amount_minor < 0 then
    select coalesce(sum(p.amount_minor), 0) into paid from app.payment p
      where p.therapist_id = new.therapist_id and p.invoice_id = new.invoice_id and p.currency = new.currency;
    if paid + new.amount_minor < 0 then raise exception using errcode = 'AT003', message = 'a counter-entry above what was paid'; end if;
  end if;
  return new;
end $$;

-- ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────

-- A series begins at 0 or 1, moves by one, and is never deleted.
create function def.series_steps() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then raise exception using errcode = 'AT002', message = 'a series cannot be deleted'; end if;
  if tg_op = 'INSERT' then
    if new.last not in (0, 1) then raise exception using errcode = 'AT002', message = 'a series begins at 0 or 1'; end if;
    return new;
  end if;
  if new.last <> old.last + 1 or (new.therapist_id, new.year, new.first_number) is distinct from (old.therapist_id, old.year, old.first_number) then
    raise exception using errcode = 'AT002', message = 'a series moves by one';
  end if;
  return new;
end $$;

-- Runs at the commit: a number has its invoice, or was lost in a restore.
create function def.number_is_taken() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.last > 0
    and not exists (select from app.invoice i where i.therapist_id = new.therapist_id and i.year = new.year and i.number = new.last)
    and not exists (select from app.invoice_lost l where l.therapist_id = new.therapist_id and l.year = new.year and l.number = new.last) then
    raise exception using errcode = 'AT002', message = 'a number without its invoice';
  end if;
  return null;
end $$;

-- Records the numbers of a series up to `up_to` as lost in a restore, so that the next issue continues above them. A series that the backup
-- does not contain begins again with its first number. Returns how many were missing. A repeated call changes nothing.
create function def.lose_invoice_numbers(therapist uuid, of_year int, began_with int, up_to int, why text) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  reached int;
begin
  insert into app.invoice_series (therapist_id, year, first_number, last) values (therapist, of_year, began_with, 0) on conflict (therapist_id, year) do nothing;
  select s.last into reached from app.invoice_series s where s.therapist_id = therapist and s.year = of_year for update;
  for missing in reached + 1 .. up_to loop
    insert into app.invoice_lost (therapist_id, year, number, reason) values (therapist, of_year, missing, why);
    update app.invoice_series s set last = missing where s.therapist_id = therapist and s.year = of_year;
  end loop;
  return greatest(up_to - reached, 0);
end $$;

-- Returns how far each series got, for the marks outside of the database.
create function def.reached_invoice_numbers() returns table (therapist_id uuid, year int, first_number int, last int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.therapist_id, s.year, s.first_number, s.last from app.invoice_series s where s.last > 0
$$;

-- ── whom an invoice concerns ──────────────────────────────────────────────────────────────────────────────────

-- Shows an invoice to its client when it is issued.
create function def.show_issued_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.invoice_client (therapist_id, invoice_id, client_id, account_id)
    select new.therapist_id, new.id, c.id, c.account_id from app.client c where c.therapist_id = new.therapist_id and c.id = new.client_id;
  return null;
end $$;

-- The invoices of a record follow its account: it gets one, hands it over, or is left without one when the account is erased.
create function def.follow_invoice_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.invoice_client l set account_id = new.account_id where l.therapist_id = new.therapist_id and l.client_id = new.id;
  return null;
end $$;

-- Deletes the drafts of a therapist.
create function def.erase_invoice_drafts(account uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.invoice i where i.therapist_id = account and i.status = 'draft';
end $$;

-- A row in `change` for the therapist, and for the client once the invoice is issued, per changed row.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('invoice', 'r.id', 'jsonb_build_object(''id'', r.id, ''client_id'', r.client_id, ''therapist_id'', r.therapist_id, ''status'', r.status)'),
    ('payment', 'r.invoice_id', 'jsonb_build_object(''invoice_id'', r.invoice_id, ''therapist_id'', r.therapist_id)'),
    ('invoice_document', 'r.invoice_id', 'jsonb_build_object(''invoice_id'', r.invoice_id, ''therapist_id'', r.therapist_id, ''kind'', r.kind)')
  ) as v (name, invoice, keys) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', %2$s, tg_op, array[r.therapist_id] || array(select l.account_id from app.invoice_client l
            where l.therapist_id = r.therapist_id and l.invoice_id = %2$s and l.account_id is not null), %3$s from changed r;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.invoice, t.keys);
  end loop;
end $$;

grant execute on function def.refuse_frozen_invoice(), def.refuse_frozen_line(), def.keep_billed(), def.bill_or_waive(), def.payment_fits(), def.series_steps(),
  def.number_is_taken(), def.show_issued_invoice(), def.follow_invoice_account() to attune_owner;
grant execute on function def.lose_invoice_numbers(uuid, int, int, int, text), def.reached_invoice_numbers() to attune_worker;

set local role attune_owner;

create trigger frozen before insert or update or delete on app.invoice for each row execute function def.refuse_frozen_invoice();
create trigger frozen_whole before truncate on app.invoice for each statement execute function def.refuse_frozen_invoice();
create trigger frozen before insert or update or delete on app.invoice_line for each row execute function def.refuse_frozen_line();
create trigger frozen_whole before truncate on app.invoice_line for each statement execute function def.refuse_frozen_line();
create trigger frozen before update or delete on app.session_billed for each row execute function def.keep_billed();
create trigger frozen_whole before truncate on app.session_billed for each statement execute function def.keep_billed();
create trigger either before insert on app.session_billed for each row execute function def.bill_or_waive();
create trigger either before insert on app.session_waived for each row execute function def.bill_or_waive();
create trigger frozen before update or delete on app.invoice_event for each row execute function def.refuse_frozen_line();
create trigger frozen_whole before truncate on app.invoice_event for each statement execute function def.refuse_frozen_line();
create trigger append_only before update or delete or truncate on app.payment for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.invoice_document for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.invoice_lost for each statement execute function app.refuse_change();
create trigger fits before insert on app.payment for each row execute function def.payment_fits();
create trigger steps before insert or update or delete on app.invoice_series for each row execute function def.series_steps();
create trigger steps_whole before truncate on app.invoice_series for each statement execute function def.series_steps();
create constraint trigger taken after insert or update on app.invoice_series deferrable initially deferred
  for each row execute function def.number_is_taken();
create trigger shown after update of status on app.invoice for each row when (old.status = 'draft' and new.status = 'issued')
  execute function def.show_issued_invoice();
create trigger invoice_account after update of account_id on app.client for each row when (old.account_id is distinct from new.account_id)
  execute function def.follow_invoice_account();

create trigger change_insert after insert on app.invoice referencing new table as changed for each statement execute function def.change_invoice();
create trigger change_update after update on app.invoice referencing new table as changed for each statement execute function def.change_invoice();
create trigger change_delete after delete on app.invoice referencing old table as changed for each statement execute function def.change_invoice();
create trigger change_insert after insert on app.payment referencing new table as changed for each statement execute function def.change_payment();
create trigger change_insert after insert on app.invoice_document referencing new table as changed for each statement
  execute function def.change_invoice_document();

-- ── policies ──────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare
  name text;
begin
  foreach name in array array['invoice_series', 'invoice_lost', 'invoice', 'invoice_line', 'session_billed', 'session_waived', 'payment', 'invoice_client',
      'invoice_event', 'invoice_document'] loop
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
  foreach name in array array['invoice_series', 'invoice_lost', 'invoice', 'invoice_line', 'payment', 'invoice_client'] loop
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
  end loop;
  foreach name in array array['session_billed', 'session_waived'] loop
    execute format('create policy definer_reads on app.%I for select to attune_app_definer using (true)', name);
  end loop;
  foreach name in array array['invoice_series', 'invoice', 'invoice_line', 'invoice_client'] loop
    execute format('create policy worker_sees on app.%I for select to attune_worker using (therapist_id = (select app.actor_id()))', name);
  end loop;
  foreach name in array array['payment', 'invoice_event', 'invoice_document'] loop
    execute format('create policy worker_adds on app.%I for all to attune_worker using (therapist_id = (select app.actor_id()))', name);
  end loop;
end $$;

create policy client_sees on app.invoice_client for select to attune_app_client using (account_id = (select app.actor_id()));
create policy client_sees on app.invoice for select to attune_app_client using (exists (select from app.invoice_client l where l.invoice_id = invoice.id));
create policy client_sees on app.payment for select to attune_app_client using (exists (select from app.invoice_client l where l.invoice_id = payment.invoice_id));
create policy client_sees on app.invoice_document for select to attune_app_client using (exists (select from app.invoice_client l where l.invoice_id = invoice_document.invoice_id));

-- Makes the documents of an issued invoice from its frozen content.
select jobs.create_queue('invoice-documents', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
