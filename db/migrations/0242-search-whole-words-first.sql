-- A search of texts looks for whole words first and, if they are enough, not for beginnings of words. It no longer reads the words of each text that the
-- index returns: words that are frequent in older texts only can return many.

set local role attune_app_definer;

-- The best texts of one account, or of one record of it, those with whole words first, then the latest. Of a kind in which the words are frequent, those
-- among its latest 2,000 texts are enough. Other words are looked up in the index.
create or replace function def.find_texts_of(account uuid, record uuid, kinds text[], words text[], most int)
returns table (kind text, id uuid, at timestamptz, is_whole boolean) language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  each_kind text;
  query text;
  source text;
  frequent boolean;
  found_ids uuid[];
  one record;
begin
  foreach each_kind in array kinds loop
    continue when def.search_query(account, each_kind, words, false) is null;
    source := format('select t.account_id, t.id, t.at, t.words from app.search_text t where t.account_id = %L and t.kind = %L%s', account, each_kind,
      case when record is null then ' order by t.at desc limit 2000' else format(' and t.client_id = %L offset 0', record) end);
    frequent := true;
    if record is null then
      execute format('select count(*) > 30 from (select from (%s) l where l.words @@ %L::tsquery limit 31) f', source, def.search_query(account, each_kind, words, false)) into frequent;
    end if;
    found_ids := '{}';
    foreach is_whole in array array[true, false] loop
      exit when cardinality(found_ids) >= most;
      query := def.search_query(account, each_kind, words, is_whole)::text;
      for one in execute format('with f as materialized (select t.account_id, t.id, t.at from %s t where t.words @@ %L::tsquery)
          select f.id, f.at from f where f.account_id = %L and f.id <> all (%L::uuid[]) order by f.at desc, f.id limit %s',
          case when frequent then '(' || source || ')' else 'app.search_text' end, query, account, found_ids, most - cardinality(found_ids)) loop
        kind := each_kind;
        id := one.id;
        at := one.at;
        found_ids := found_ids || one.id;
        return next;
      end loop;
    end loop;
  end loop;
end $$;
