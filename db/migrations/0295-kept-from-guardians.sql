-- What guardians can see of issued invoices, and what the therapist keeps from them.

-- One row per issued invoice that is addressed to its client or to a contact. An issued invoice itself never changes, so what the therapist keeps from
-- guardians is stored here.
create table app.guardian_invoice (
  therapist_id uuid not null,
  invoice_id uuid primary key,
  client_id uuid not null,
  issued_at timestamptz not null,
  -- The contact to whom the invoice is addressed, as of its issue: no other guardian can see it. Null: it is addressed to the client.
  contact_id uuid,
  -- Whether the therapist keeps the invoice itself from guardians.
  is_kept boolean not null default false,
  -- Whether it bills, or corrects an invoice that bills, a session that is kept from guardians. Follows `session_client` by a trigger.
  bills_kept boolean not null default false,
  kept_from_guardians boolean not null generated always as (is_kept or bills_kept) stored,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id)
);
comment on table app.guardian_invoice is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep; kept: with app.invoice; feature: guardian';
create index guardian_invoice_client on app.guardian_invoice (therapist_id, client_id);

alter table app.invoice no force row level security;
alter table app.client no force row level security;
alter table app.payer no force row level security;
alter table app.guardian_invoice add constraint guardian_invoice_invoice
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id) on delete cascade;
insert into app.guardian_invoice (therapist_id, invoice_id, client_id, issued_at, contact_id)
  select i.therapist_id, i.id, i.client_id, i.issued_at, p.contact_id
  from app.invoice i left join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id
  where i.status = 'issued' and (p.id is null or p.kind = 'client' or p.contact_id is not null);
alter table app.invoice force row level security;
alter table app.client force row level security;
alter table app.payer force row level security;
create index guardian_invoice_of on app.guardian_invoice (therapist_id, invoice_id);

grant select on app.guardian_invoice to attune_app_therapist, attune_app_backup;
grant update (is_kept) on app.guardian_invoice to attune_app_therapist;
grant select, insert, update (bills_kept) on app.guardian_invoice to attune_app_definer;
grant select (kind, contact_id) on app.payer to attune_app_definer;
create policy therapist_keeps on app.guardian_invoice for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_follows on app.guardian_invoice for all to attune_app_definer using (true);
create policy backup_reads on app.guardian_invoice for select to attune_app_backup using (true);
alter table app.guardian_invoice enable row level security, force row level security;

set local role attune_app_definer;

-- Whether an invoice, or the invoice that it corrects, bills a session of its client that is kept from guardians.
create function def.bills_kept_session(invoice uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.invoice i join app.invoice_line l on l.therapist_id = i.therapist_id and l.invoice_id in (i.id, i.corrects_id)
      join app.session_client sc on sc.session_id = l.session_id and sc.client_id = i.client_id
    where i.id = invoice and sc.kept_from_guardians);
end $$;
comment on function def.bills_kept_session(uuid) is 'feature: guardian';

-- Stores what guardians can see of an invoice when it is issued. A credit note and a replacement are kept from guardians like the invoice before.
create function def.show_invoice_to_guardians() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.guardian_invoice (therapist_id, invoice_id, client_id, issued_at, contact_id, is_kept, bills_kept)
    select new.therapist_id, new.id, new.client_id, new.issued_at, p.contact_id,
      exists (select from app.guardian_invoice g where g.invoice_id in (new.corrects_id, new.replaces_id) and g.is_kept), def.bills_kept_session(new.id)
    from (select) one left join app.payer p on p.therapist_id = new.therapist_id and p.id = new.payer_id
    where p.id is null or p.kind = 'client' or p.contact_id is not null;
  return null;
end $$;
comment on function def.show_invoice_to_guardians() is 'feature: guardian';

-- Keeps the invoices of a session from guardians as long as the session is.
create function def.keep_invoices_of_session() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian_invoice g set bills_kept = def.bills_kept_session(g.invoice_id)
    from app.invoice i
    where i.therapist_id = new.therapist_id and i.id = g.invoice_id and g.client_id = new.client_id
      and exists (select from app.invoice_line l where l.therapist_id = new.therapist_id and l.session_id = new.session_id
        and l.invoice_id in (i.id, i.corrects_id));
  return null;
end $$;
comment on function def.keep_invoices_of_session() is 'feature: guardian';

-- A session that extends a series is kept from guardians if the latest session of the series is.
create function def.keep_like_series() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.kept_from_guardians := new.kept_from_guardians or coalesce((
    select sc.kept_from_guardians from app.session s join app.session o on o.therapist_id = s.therapist_id and o.series_id = s.series_id
      join app.session_client sc on sc.session_id = o.id and sc.client_id = new.client_id
    where s.id = new.session_id order by o.starts_at desc limit 1), false);
  return new;
end $$;
comment on function def.keep_like_series() is 'feature: guardian';

-- The accounts that see an issued invoice as guardians of its client.
create function def.guardians_of_invoice(invoice uuid) returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select r.account_id from app.guardian_invoice v
    join app.guardian_right r on r.therapist_id = v.therapist_id and r.client_id = v.client_id and r.kind = 'invoices' and r.since <= v.issued_at
    where v.invoice_id = invoice and not v.kept_from_guardians and (v.contact_id is null or exists (select from app.guardian g
      where g.therapist_id = v.therapist_id and g.client_id = v.client_id and g.contact_id = v.contact_id and g.account_id = r.account_id)));
end $$;
comment on function def.guardians_of_invoice(uuid) is 'feature: guardian';

-- Announces each changed row to the therapist and to those who could or can see the invoice as guardians. A kept invoice is announced to no guardian,
-- except when it begins to be kept.
create function def.change_guardian_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.kept_from_guardians = new.kept_from_guardians and old.is_kept = new.is_kept then return null; end if;
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'guardian_invoice', new.invoice_id, tg_op, array[new.therapist_id] || case when old.kept_from_guardians and new.kept_from_guardians then '{}'
      else array(select r.account_id from app.guardian_right r
        where r.therapist_id = new.therapist_id and r.client_id = new.client_id and r.kind = 'invoices' and r.since <= new.issued_at
          and (new.contact_id is null or exists (select from app.guardian g where g.therapist_id = r.therapist_id and g.client_id = r.client_id
            and g.contact_id = new.contact_id and g.account_id = r.account_id))) end,
      jsonb_build_object('invoice_id', new.invoice_id, 'client_id', new.client_id, 'therapist_id', new.therapist_id);
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_guardian_invoice() is 'feature: platform';

grant execute on function def.bills_kept_session(uuid), def.show_invoice_to_guardians(), def.keep_invoices_of_session(), def.keep_like_series(),
  def.guardians_of_invoice(uuid), def.change_guardian_invoice() to attune_owner;
grant execute on function def.guardians_of_invoice(uuid) to attune_worker;

set local role attune_owner;

create trigger shown_to_guardians after update of status on app.invoice for each row when (old.status = 'draft' and new.status = 'issued')
  execute function def.show_invoice_to_guardians();
create trigger kept_invoices after update of kept_from_guardians on app.session_client for each row
  when (old.kept_from_guardians <> new.kept_from_guardians) execute function def.keep_invoices_of_session();
create trigger kept_like_series before insert on app.session_client for each row execute function def.keep_like_series();
create trigger change_update after update on app.guardian_invoice for each row execute function def.change_guardian_invoice();
