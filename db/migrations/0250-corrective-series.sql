-- Corrective invoices (credit notes) have a series of their own where a law demands it: 'R' beside the usual series ''. Numbers, gaps and days of issue
-- are checked per series. Documents issued before are in the usual series.
-- The new foreign keys read every row.
alter table app.invoice_series no force row level security;
alter table app.invoice_lost no force row level security;
alter table app.invoice no force row level security;
alter table app.invoice_erased no force row level security;
alter table app.invoice_lost drop constraint invoice_lost_therapist_id_year_fkey, drop constraint invoice_lost_pkey;
alter table app.invoice drop constraint invoice_therapist_id_year_fkey, drop constraint invoice_therapist_id_year_number_key;
alter table app.invoice_erased drop constraint invoice_erased_therapist_id_year_fkey, drop constraint invoice_erased_pkey;
alter table app.invoice_series drop constraint invoice_series_pkey,
  add column series text not null default '' check (series in ('', 'R')), add primary key (therapist_id, year, series);
alter table app.invoice_lost add column series text not null default '',
  add primary key (therapist_id, year, series, number),
  add foreign key (therapist_id, year, series) references app.invoice_series (therapist_id, year, series);
alter table app.invoice add column series text not null default '',
  add check (series = '' or (status = 'issued' and kind = 'credit-note')),
  add unique (therapist_id, year, series, number),
  add foreign key (therapist_id, year, series) references app.invoice_series (therapist_id, year, series);
alter table app.invoice_erased add column series text not null default '',
  add primary key (therapist_id, year, series, number),
  add foreign key (therapist_id, year, series) references app.invoice_series (therapist_id, year, series);
alter table app.invoice_series force row level security;
alter table app.invoice_lost force row level security;
alter table app.invoice force row level security;
alter table app.invoice_erased force row level security;
grant insert (series) on app.invoice_series to attune_app_therapist, attune_app_definer;
grant update (series) on app.invoice to attune_app_therapist;
grant insert (series) on app.invoice_lost to attune_app_definer;

set local role attune_app_definer;

-- Refuses as before (0114), per series.
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
    if not exists (select from app.invoice_series s
        where s.therapist_id = new.therapist_id and s.year = new.year and s.series = new.series and s.last = new.number) then
      raise exception using errcode = 'AT002', message = 'a number that its series has not reached';
    end if;
    if extract(year from new.issued_on) <> new.year
      or exists (select from app.invoice i where i.therapist_id = new.therapist_id and i.year > new.year)
      or exists (select from app.invoice_erased e where e.therapist_id = new.therapist_id and e.year > new.year)
      or new.issued_on < (select i.issued_on from app.invoice i
        where i.therapist_id = new.therapist_id and i.year = new.year and i.series = new.series and i.number < new.number
        order by i.number desc limit 1) then
      raise exception using errcode = 'AT002', message = 'a day of issue before that of an earlier number';
    end if;
  end if;
  return new;
end $$;

-- A series begins at 0 or 1, moves by one, and is never deleted.
create or replace function def.series_steps() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then raise exception using errcode = 'AT002', message = 'a series cannot be deleted'; end if;
  if tg_op = 'INSERT' then
    if new.last not in (0, 1) then raise exception using errcode = 'AT002', message = 'a series begins at 0 or 1'; end if;
    return new;
  end if;
  if new.last <> old.last + 1 or (new.therapist_id, new.year, new.series, new.first_number)
      is distinct from (old.therapist_id, old.year, old.series, old.first_number) then
    raise exception using errcode = 'AT002', message = 'a series moves by one';
  end if;
  return new;
end $$;

-- Runs at the commit: a number has its invoice, or was lost in a restore.
create or replace function def.number_is_taken() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.last > 0
    and not exists (select from app.invoice i
      where i.therapist_id = new.therapist_id and i.year = new.year and i.series = new.series and i.number = new.last)
    and not exists (select from app.invoice_lost l
      where l.therapist_id = new.therapist_id and l.year = new.year and l.series = new.series and l.number = new.last) then
    raise exception using errcode = 'AT002', message = 'a number without its invoice';
  end if;
  return null;
end $$;

-- Accepts the number of a document only with the document's own day and amount, and only when the document may be erased now. The entry gets the
-- series of the document.
create or replace function def.number_outlives() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select i.series into new.series from app.invoice i where i.therapist_id = new.therapist_id and i.id = new.invoice_id and i.status = 'issued'
    and (i.year, i.number, i.number_text, i.kind, i.issued_on, i.currency, i.gross_minor)
      = (new.year, new.number, new.number_text, new.kind, new.issued_on, new.currency, new.gross_minor);
  if not found then raise exception using errcode = 'AT004', message = 'not an issued document'; end if;
  if (select r.reason from def.invoice_retention(new.invoice_id, now()) r) is null then
    raise exception using errcode = 'AT004', message = 'the document must be kept';
  end if;
  return new;
end $$;

-- Records lost numbers as before (0103), in a series.
drop function def.lose_invoice_numbers(uuid, int, int, int, text);
create function def.lose_invoice_numbers(therapist uuid, of_year int, of_series text, began_with int, up_to int, why text) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  reached int;
begin
  insert into app.invoice_series (therapist_id, year, series, first_number, last) values (therapist, of_year, of_series, began_with, 0)
    on conflict (therapist_id, year, series) do nothing;
  select s.last into reached from app.invoice_series s where s.therapist_id = therapist and s.year = of_year and s.series = of_series for update;
  for missing in reached + 1 .. up_to loop
    insert into app.invoice_lost (therapist_id, year, series, number, reason) values (therapist, of_year, of_series, missing, why);
    update app.invoice_series s set last = missing where s.therapist_id = therapist and s.year = of_year and s.series = of_series;
  end loop;
  return greatest(up_to - reached, 0);
end $$;
comment on function def.lose_invoice_numbers(uuid, int, text, int, int, text) is 'feature: invoice';

-- Returns how far each series got, for the marks outside of the database.
drop function def.reached_invoice_numbers();
create function def.reached_invoice_numbers() returns table (therapist_id uuid, year int, series text, first_number int, last int)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.therapist_id, s.year, s.series, s.first_number, s.last from app.invoice_series s where s.last > 0;
end $$;
comment on function def.reached_invoice_numbers() is 'feature: invoice';
grant execute on function def.lose_invoice_numbers(uuid, int, text, int, int, text), def.reached_invoice_numbers() to attune_worker;
