-- The parts of a record are found in a fraction of the time. Each erasure asks for them, and this took most of its time: the columns were searched for each
-- key again. The result is the same.

set local role attune_app_definer;

create or replace function def.record_parts() returns table (relation regclass, chosen text, kept text, id text, file text, place int)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query
  with recursive
  keys as materialized (select * from def.record_keys()),
  invoices as materialized (select i.relation from def.invoice_tables() i),
  named as materialized (
    select a.attrelid::regclass as relation, a.attname::text as name, a.attnotnull as is_set, a.atttypid = 'uuid'::regtype as is_id
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('id', 'client_id', 'therapist_id') and a.attnum > 0
      and not a.attisdropped),
  -- The keys that lead to further rows of a record: not those of invoices, and not those of tables whose rows are found by their client_id.
  inner_keys as materialized (
    select k.* from keys k where k.relation not in (select i.relation from invoices i)
      and k.relation not in (select n.relation from named n where n.name = 'client_id' and n.is_set)),
  -- `chosen` of a table that is reached through a key asks for the row that is referred to.
  reached (relation, chosen, depth) as (
    values ('app.client'::regclass, '@.therapist_id = $1 and @.id = $2', 0), ('app.session'::regclass, '@.therapist_id = $1 and @.id = any ($3)', 0)
    union
    select n.relation, case when n.relation in (select o.relation from named o where o.name = 'therapist_id') then '@.therapist_id = $1 and '
        else '@.account_id = any ($4) and ' end || '@.client_id = $2', 1
      from named n where n.name = 'client_id' and n.is_id and n.relation not in (select i.relation from invoices i)
    union
    select k.relation, case when r.depth > 0 then
          format('exists (select from %s t%s where %s and %s)', r.relation, r.depth, replace(k.pairs, '#.', 't' || r.depth || '.'), replace(r.chosen, '@.', 't' || r.depth || '.'))
        else format('@.%I = $1 and @.%I = %s', k.columns[array_position(k.their_columns, 'therapist_id')], k.columns[array_position(k.their_columns, 'id')],
          case r.relation when 'app.client'::regclass then '$2' else 'any ($3)' end) end,
        r.depth + 1
      from reached r join inner_keys k on k.refers_to = r.relation
      where r.depth > 0 or 'id' = any (k.their_columns)),
  among as materialized (select distinct r.relation from reached r),
  placed (relation, place) as (
    select a.relation, case when a.relation in ('app.client'::regclass, 'app.session'::regclass) then 0 else 1 end from among a
    union
    select k.relation, p.place + 1 from placed p join keys k on k.refers_to = p.relation join among a on a.relation = k.relation),
  last_place as (select p.relation, max(p.place) as place from placed p group by p.relation)
  select distinct r.relation, r.chosen,
    (select string_agg(format('exists (select from %s k where %s)', k.relation, replace(replace(k.pairs, '@.', 'k.'), '#.', '@.')), ' or ' order by k.relation::text, k.pairs)
      from keys k where k.refers_to = r.relation and k.relation in (select i.relation from invoices i)),
    (select n.name from named n where n.relation = r.relation and n.name = 'id' and n.is_id),
    (select min(k.columns[array_position(k.their_columns, 'id')]) from keys k where k.relation = r.relation and k.refers_to = 'app.file'::regclass),
    l.place
  from reached r join last_place l on l.relation = r.relation order by l.place desc, 1, 2;
end $$;
