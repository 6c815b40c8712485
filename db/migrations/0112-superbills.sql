-- Superbills of therapists in the United States: receipts for the insurer of a client, made from paid sessions. A superbill is never changed. It
-- is withdrawn by the therapist, or when one of its invoices is reopened or credited.

create table app.superbill (
  id uuid primary key,
  therapist_id uuid not null,
  client_id uuid not null,
  made_on date not null,
  -- The first and the last day of service.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  line_count int not null check (line_count between 1 and 100),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  paid_minor bigint not null check (paid_minor between 0 and 9999999999),
  -- Everything that its page shows, with the diagnoses, which are stored here alone.
  frozen jsonb not null,
  made_at timestamptz not null default clock_timestamp(),
  unique (therapist_id, id),
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.superbill is 'owner: therapist; erasure: keep (with its invoices); disconnect: keep';
create index superbill_client on app.superbill (therapist_id, client_id);

create table app.superbill_line (
  therapist_id uuid not null,
  superbill_id uuid not null,
  position int not null check (position between 1 and 100),
  invoice_id uuid not null,
  session_id uuid not null,
  primary key (superbill_id, position),
  unique (therapist_id, superbill_id, session_id),
  foreign key (therapist_id, superbill_id) references app.superbill (therapist_id, id),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id),
  foreign key (therapist_id, session_id) references app.session (therapist_id, id)
);
comment on table app.superbill_line is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index superbill_line_invoice on app.superbill_line (therapist_id, invoice_id);
create index superbill_line_session on app.superbill_line (therapist_id, session_id);

-- The PDF that was made from the frozen superbill. It is never replaced.
create table app.superbill_document (
  therapist_id uuid not null,
  superbill_id uuid primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  made_at timestamptz not null default now(),
  foreign key (therapist_id, superbill_id) references app.superbill (therapist_id, id)
);
comment on table app.superbill_document is 'owner: therapist; erasure: keep (with its superbill); disconnect: keep';
create index superbill_document_superbill on app.superbill_document (therapist_id, superbill_id);

create table app.superbill_withdrawal (
  therapist_id uuid not null,
  superbill_id uuid primary key,
  -- 'payment': a counter-entry reopened one of its invoices. 'credit': one of its invoices was credited.
  reason text not null check (reason in ('therapist', 'payment', 'credit')),
  withdrawn_at timestamptz not null default clock_timestamp(),
  foreign key (therapist_id, superbill_id) references app.superbill (therapist_id, id)
);
comment on table app.superbill_withdrawal is 'owner: therapist; erasure: keep (with its superbill); disconnect: keep';
create index superbill_withdrawal_superbill on app.superbill_withdrawal (therapist_id, superbill_id);

grant select on app.superbill, app.superbill_line, app.superbill_document, app.superbill_withdrawal to attune_app_therapist, attune_worker, attune_app_backup;
grant select on app.superbill, app.superbill_document, app.superbill_withdrawal to attune_app_client;
grant insert (id, therapist_id, client_id, made_on, from_day, to_day, line_count, currency, paid_minor, frozen) on app.superbill to attune_app_therapist;
grant insert (therapist_id, superbill_id, position, invoice_id, session_id) on app.superbill_line to attune_app_therapist;
grant insert (therapist_id, superbill_id, reason) on app.superbill_withdrawal to attune_app_therapist;
grant insert (therapist_id, superbill_id, sha256, bytes) on app.superbill_document to attune_worker;
grant select on app.superbill, app.superbill_line to attune_app_definer;
grant select, insert (therapist_id, superbill_id, reason) on app.superbill_withdrawal to attune_app_definer;

set local role attune_app_definer;

-- Accepts a line only for a session that an issued and fully paid invoice of the same client bills, and that is on no other valid superbill.
-- Locks the invoice, so that a payment, a counter-entry, a credit note and another superbill of the same session wait.
create function def.superbill_line_fits() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  client uuid;
  paid bigint;
begin
  select i.status, i.kind, i.client_id, i.gross_minor, i.currency into one from app.invoice i
    where i.therapist_id = new.therapist_id and i.id = new.invoice_id for no key update;
  select s.client_id into client from app.superbill s where s.therapist_id = new.therapist_id and s.id = new.superbill_id;
  select coalesce(sum(p.amount_minor), 0) into paid from app.payment p
    where p.therapist_id = new.therapist_id and p.invoice_id = new.invoice_id and p.currency = one.currency;
  if one.status is distinct from 'issued' or one.kind is distinct from 'invoice' or one.client_id is distinct from client or paid <= 0
    or one.gross_minor - paid - (select coalesce(sum(n.gross_minor), 0) from app.invoice n
      where n.therapist_id = new.therapist_id and n.corrects_id = new.invoice_id and n.status = 'issued') > 0
    or not exists (select from app.session_billed b where b.therapist_id = new.therapist_id and b.session_id = new.session_id
      and b.client_id = client and b.invoice_id = new.invoice_id) then
    raise exception using errcode = 'AT003', message = 'only a paid session is on a superbill';
  end if;
  if exists (select from app.superbill_line l join app.superbill s on s.therapist_id = l.therapist_id and s.id = l.superbill_id
      where l.therapist_id = new.therapist_id and l.session_id = new.session_id and l.superbill_id <> new.superbill_id and s.client_id = client
        and not exists (select from app.superbill_withdrawal w where w.superbill_id = l.superbill_id)) then
    raise exception using errcode = 'unique_violation', constraint = 'superbill_session', message = 'a session is on one valid superbill';
  end if;
  return new;
end $$;

-- Runs at the commit: a superbill has the lines with which it was made, and no line is added later.
create function def.superbill_is_complete() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  bill uuid := case when tg_table_name = 'superbill' then (to_jsonb(new)->>'id')::uuid else (to_jsonb(new)->>'superbill_id')::uuid end;
begin
  if (select s.line_count from app.superbill s where s.id = bill) is distinct from (select count(*)::int from app.superbill_line l where l.superbill_id = bill) then
    raise exception using errcode = 'AT001', message = 'the lines of a superbill cannot change';
  end if;
  return null;
end $$;

-- Withdraws the superbills of an invoice that a counter-entry reopens or a credit note corrects, whoever records it. The row of the invoice is
-- locked, so that a superbill that is being made is seen.
create function def.withdraw_superbills() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  why text := case when tg_table_name = 'payment' then 'payment' else 'credit' end;
  of_invoice uuid := case when tg_table_name = 'payment' then (to_jsonb(new)->>'invoice_id')::uuid else (to_jsonb(new)->>'corrects_id')::uuid end;
  one record;
begin
  select i.gross_minor, i.currency into one from app.invoice i where i.therapist_id = new.therapist_id and i.id = of_invoice for no key update;
  if why = 'payment' and one.gross_minor
      - (select coalesce(sum(n.gross_minor), 0) from app.invoice n where n.therapist_id = new.therapist_id and n.corrects_id = of_invoice and n.status = 'issued')
      - (select coalesce(sum(p.amount_minor), 0) from app.payment p
        where p.therapist_id = new.therapist_id and p.invoice_id = of_invoice and p.currency = one.currency) <= 0 then
    return null;
  end if;
  insert into app.superbill_withdrawal (therapist_id, superbill_id, reason)
    select distinct l.therapist_id, l.superbill_id, why from app.superbill_line l
    where l.therapist_id = new.therapist_id and l.invoice_id = of_invoice
    on conflict (superbill_id) do nothing;
  return null;
end $$;

-- A row in `change` for the therapist and for the account of the client's record, per changed row.
do $$
declare
  t record;
begin
  for t in select * from (values ('superbill', 'id'), ('superbill_document', 'superbill_id'), ('superbill_withdrawal', 'superbill_id')) as v (name, bill) loop
    execute format($f$
      create function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', s.id, tg_op, array[s.therapist_id] || array(select distinct l.account_id from app.invoice_client l
              where l.therapist_id = s.therapist_id and l.client_id = s.client_id and l.account_id is not null),
            jsonb_build_object('id', s.id, 'client_id', s.client_id, 'therapist_id', s.therapist_id)
          from changed r join app.superbill s on s.therapist_id = r.therapist_id and s.id = r.%2$s;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
      grant execute on function def.change_%1$s() to attune_owner;
    $f$, t.name, t.bill);
  end loop;
end $$;

grant execute on function def.superbill_line_fits(), def.superbill_is_complete(), def.withdraw_superbills() to attune_owner;

set local role attune_owner;

create trigger fits before insert on app.superbill_line for each row execute function def.superbill_line_fits();
create constraint trigger complete after insert on app.superbill deferrable initially deferred for each row execute function def.superbill_is_complete();
create constraint trigger complete after insert on app.superbill_line deferrable initially deferred for each row execute function def.superbill_is_complete();
create trigger withdraws_superbills after insert on app.payment for each row when (new.amount_minor < 0) execute function def.withdraw_superbills();
create trigger withdraws_superbills after update of status on app.invoice for each row
  when (old.status = 'draft' and new.status = 'issued' and new.corrects_id is not null) execute function def.withdraw_superbills();

do $$
declare
  name text;
begin
  foreach name in array array['superbill', 'superbill_line', 'superbill_document', 'superbill_withdrawal'] loop
    execute format('create trigger append_only before update or delete or truncate on app.%I for each statement execute function app.refuse_change()', name);
    execute format('create policy therapist_keeps on app.%I for all to attune_app_therapist using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy worker_adds on app.%I for all to attune_worker using (therapist_id = (select app.actor_id()))', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
    if name <> 'superbill_document' then
      execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    end if;
    if name <> 'superbill_line' then
      execute format('create trigger change_insert after insert on app.%1$I referencing new table as changed for each statement execute function def.change_%1$I()', name);
    end if;
  end loop;
end $$;

-- A client sees the superbills of a record of which invoices were issued to their account, also after a disconnect.
create policy client_sees on app.superbill for select to attune_app_client
  using (exists (select from app.invoice_client l where l.client_id = superbill.client_id));
create policy client_sees on app.superbill_document for select to attune_app_client
  using (exists (select from app.superbill s where s.id = superbill_document.superbill_id));
create policy client_sees on app.superbill_withdrawal for select to attune_app_client
  using (exists (select from app.superbill s where s.id = superbill_withdrawal.superbill_id));

-- Makes the PDF of a superbill from its frozen content.
select jobs.create_queue('superbill-document', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
