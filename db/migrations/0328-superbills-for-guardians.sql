-- Guardians with the right 'superbills' see the superbills of sessions whose invoices are addressed to the client or to them. A superbill is kept from
-- guardians as long as one of its invoices is.

-- One row per superbill that a guardian could see: all of its invoices are addressed to the client, or to one and the same contact.
create table app.guardian_superbill (
  therapist_id uuid not null,
  superbill_id uuid primary key,
  client_id uuid not null,
  made_at timestamptz not null,
  -- The contact to whom an invoice of the superbill is addressed: no other guardian can see it. Null: all are addressed to the client.
  contact_id uuid,
  -- Whether one of its invoices is kept from guardians, by itself or with a session. Follows `guardian_invoice` by a trigger.
  kept_from_guardians boolean not null default false,
  foreign key (therapist_id, client_id) references app.client (therapist_id, id),
  foreign key (therapist_id, superbill_id) references app.superbill (therapist_id, id) on delete cascade
);
comment on table app.guardian_superbill is 'owner: therapist; erasure: keep (with its superbill); disconnect: keep; kept: with app.superbill; feature: guardian';
create index guardian_superbill_client on app.guardian_superbill (therapist_id, client_id);
create index guardian_superbill_of on app.guardian_superbill (therapist_id, superbill_id);

alter table app.superbill no force row level security;
alter table app.superbill_line no force row level security;
alter table app.guardian_invoice no force row level security;
insert into app.guardian_superbill (therapist_id, superbill_id, client_id, made_at, contact_id, kept_from_guardians)
  select b.therapist_id, b.id, b.client_id, b.made_at, max(v.contact_id::text)::uuid, bool_or(v.kept_from_guardians)
  from app.superbill b join app.superbill_line l on l.therapist_id = b.therapist_id and l.superbill_id = b.id
    left join app.guardian_invoice v on v.therapist_id = l.therapist_id and v.invoice_id = l.invoice_id
  group by b.id having bool_and(v.invoice_id is not null) and count(distinct v.contact_id) <= 1;
alter table app.superbill force row level security;
alter table app.superbill_line force row level security;
alter table app.guardian_invoice force row level security;

grant select on app.guardian_superbill to attune_app_therapist, attune_app_backup;
grant select, insert, update (kept_from_guardians) on app.guardian_superbill to attune_app_definer;
create policy therapist_sees on app.guardian_superbill for select to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy definer_follows on app.guardian_superbill for all to attune_app_definer using (true);
create policy backup_reads on app.guardian_superbill for select to attune_app_backup using (true);
grant select on app.guardian_superbill to attune_app_guardian;
create policy guardian_sees on app.guardian_superbill for select to attune_app_guardian
  using (exists (select from app.guardian_right r where r.therapist_id = guardian_superbill.therapist_id and r.client_id = guardian_superbill.client_id
    and r.kind = 'superbills' and r.since <= guardian_superbill.made_at and not guardian_superbill.kept_from_guardians
    and (guardian_superbill.contact_id is null or exists (select from app.guardian g where g.therapist_id = guardian_superbill.therapist_id
      and g.client_id = guardian_superbill.client_id and g.contact_id = guardian_superbill.contact_id))));
alter table app.guardian_superbill enable row level security, force row level security;

grant select (id, therapist_id, client_id, made_on, made_at, from_day, to_day, line_count, currency, paid_minor, frozen) on app.superbill to attune_app_guardian;
create policy guardian_sees on app.superbill for select to attune_app_guardian
  using (exists (select from app.guardian_superbill v where v.superbill_id = superbill.id));
grant select on app.superbill_document, app.superbill_withdrawal to attune_app_guardian;
create policy guardian_sees on app.superbill_document for select to attune_app_guardian
  using (exists (select from app.guardian_superbill v where v.superbill_id = superbill_document.superbill_id));
create policy guardian_sees on app.superbill_withdrawal for select to attune_app_guardian
  using (exists (select from app.guardian_superbill v where v.superbill_id = superbill_withdrawal.superbill_id));
grant select (account_id, kind, params) on app.notification to attune_app_definer;

set local role attune_app_definer;

-- Stores what guardians can see of a superbill when it is made.
create function def.show_superbill_to_guardians() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.guardian_superbill (therapist_id, superbill_id, client_id, made_at, contact_id, kept_from_guardians)
    select b.therapist_id, b.id, b.client_id, b.made_at, max(v.contact_id::text)::uuid, bool_or(v.kept_from_guardians)
    from app.superbill b join app.superbill_line l on l.therapist_id = b.therapist_id and l.superbill_id = b.id
      left join app.guardian_invoice v on v.therapist_id = l.therapist_id and v.invoice_id = l.invoice_id
    where b.id in (select a.superbill_id from added a)
    group by b.therapist_id, b.id, b.client_id, b.made_at having bool_and(v.invoice_id is not null) and count(distinct v.contact_id) <= 1
    on conflict (superbill_id) do nothing;
  return null;
end $$;
comment on function def.show_superbill_to_guardians() is 'feature: guardian';

-- Keeps the superbills of an invoice from guardians as long as the invoice is. Guardians lose the notification about one that begins to be kept.
create function def.keep_superbills_of_invoice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.guardian_superbill g set kept_from_guardians = exists (select from app.superbill_line l
      join app.guardian_invoice v on v.therapist_id = l.therapist_id and v.invoice_id = l.invoice_id
      where l.therapist_id = g.therapist_id and l.superbill_id = g.superbill_id and v.kept_from_guardians)
    where g.therapist_id = new.therapist_id and g.superbill_id in (select l.superbill_id from app.superbill_line l
      where l.therapist_id = new.therapist_id and l.invoice_id = new.invoice_id);
  if found and new.kept_from_guardians then
    delete from app.notification n where n.kind = 'superbill-made' and n.params->>'actingFor' = new.client_id::text
      and n.account_id in (select r.account_id from app.guardian_right r where r.therapist_id = new.therapist_id and r.client_id = new.client_id);
  end if;
  return null;
end $$;
comment on function def.keep_superbills_of_invoice() is 'feature: guardian';

-- The accounts that see a superbill as guardians of its client.
create function def.guardians_of_superbill(superbill uuid) returns uuid[] language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select r.account_id from app.guardian_superbill v
    join app.guardian_right r on r.therapist_id = v.therapist_id and r.client_id = v.client_id and r.kind = 'superbills' and r.since <= v.made_at
    where v.superbill_id = superbill and not v.kept_from_guardians and (v.contact_id is null or exists (select from app.guardian g
      where g.therapist_id = v.therapist_id and g.client_id = v.client_id and g.contact_id = v.contact_id and g.account_id = r.account_id)));
end $$;
comment on function def.guardians_of_superbill(uuid) is 'feature: guardian';

-- Announces each new row, and each that begins or ends to be kept, to the therapist and to those who could or can see the superbill as guardians.
create function def.change_guardian_superbill() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'guardian_superbill', new.superbill_id, tg_op, array[new.therapist_id] || case when tg_op = 'INSERT' and new.kept_from_guardians then '{}'
      else array(select r.account_id from app.guardian_right r
        where r.therapist_id = new.therapist_id and r.client_id = new.client_id and r.kind = 'superbills' and r.since <= new.made_at
          and (new.contact_id is null or exists (select from app.guardian g where g.therapist_id = r.therapist_id and g.client_id = r.client_id
            and g.contact_id = new.contact_id and g.account_id = r.account_id))) end,
      jsonb_build_object('superbill_id', new.superbill_id, 'client_id', new.client_id, 'therapist_id', new.therapist_id);
  perform pg_notify('attune_change', '');
  return null;
end $$;
comment on function def.change_guardian_superbill() is 'feature: platform';

-- Announces stored PDFs and withdrawals to the guardians who see the superbill, too.
do $$
declare
  name text;
begin
  foreach name in array array['superbill_document', 'superbill_withdrawal'] loop
    execute format($f$
      create or replace function def.change_%1$s() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      begin
        insert into app.change (table_name, row_id, op, audience, keys)
          select '%1$s', s.id, tg_op, array[s.therapist_id] || array(select distinct l.account_id from app.invoice_client l
              where l.therapist_id = s.therapist_id and l.client_id = s.client_id and l.account_id is not null) || def.guardians_of_superbill(s.id),
            jsonb_build_object('id', s.id, 'client_id', s.client_id, 'therapist_id', s.therapist_id)
          from changed r join app.superbill s on s.therapist_id = r.therapist_id and s.id = r.superbill_id;
        perform pg_notify('attune_change', '');
        return null;
      end $body$;
    $f$, name);
  end loop;
end $$;

grant execute on function def.show_superbill_to_guardians(), def.keep_superbills_of_invoice(), def.change_guardian_superbill() to attune_owner;
grant execute on function def.guardians_of_superbill(uuid) to attune_worker;

set local role attune_owner;

create trigger shown_to_guardians after insert on app.superbill_line referencing new table as added for each statement
  execute function def.show_superbill_to_guardians();
create trigger kept_superbills after update on app.guardian_invoice for each row
  when (old.kept_from_guardians <> new.kept_from_guardians) execute function def.keep_superbills_of_invoice();
create trigger change_insert after insert on app.guardian_superbill for each row execute function def.change_guardian_superbill();
create trigger change_update after update on app.guardian_superbill for each row
  when (old.kept_from_guardians <> new.kept_from_guardians) execute function def.change_guardian_superbill();
