-- Texts are found by the inflections of each of the four languages, whatever the language of the account was when they were saved. The words of each year
-- have a key of their own, so that a search reads the index of the latest year first and does not read all matches of a word that is frequent.

set local role attune_app_definer;

-- The words of a text and their stems in each language. A stem that is the word itself is not stored again.
create function def.search_lexemes(account uuid, kind text, at timestamptz, words text[]) returns tsvector language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  key text := def.search_key(account, kind || extract(year from at at time zone 'UTC'));
begin
  return (select coalesce(array_to_tsvector(array_agg(lexeme)), '') from (
    select distinct left(def.without_accents(w), 60) as word from unnest(words) w where w <> '' limit 10000) u,
    lateral (select key || '.' || word as lexeme union all
      select key || l.letter || stem from def.search_languages() l, unnest(ts_lexize(l.dictionary, word)) stem where stem not in ('', word)) x);
end $$;
comment on function def.search_lexemes(uuid, text, timestamptz, text[]) is 'feature: search';

create or replace function def.index_texts(of_kind text, wanted uuid, after uuid, most int) returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  each_text record;
  last uuid;
begin
  for each_text in execute format('select * from def.%I($1, $2, $3)', case of_kind when 'note' then 'searchable_notes' when 'client-note' then 'searchable_client_notes'
      when 'message' then 'searchable_messages' when 'journal-entry' then 'searchable_entries' when 'shared-entry' then 'searchable_shared_entries'
      when 'task' then 'searchable_tasks' end) using wanted, after, most loop
    last := each_text.id;
    if each_text.words is not null then
      insert into app.search_text (account_id, kind, id, client_id, at, words) values (each_text.account_id, of_kind, each_text.id, each_text.client_id, each_text.at,
          def.search_lexemes(each_text.account_id, of_kind, each_text.at, each_text.words))
        on conflict (id, kind, account_id) do nothing;
    end if;
  end loop;
  return last;
end $$;

-- The query for texts that contain all words, behind a key: each as the beginning of a word or in another inflection; with `whole`, not only as a beginning. A
-- word that is its own stem has no lexeme of the stem. A word with another stem has a lexeme of it, so that a whole word needs none of its own.
create function def.search_query(key text, words text[], whole boolean) returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select string_agg('(' || x.quoted || ')', ' & ') from (
    select string_agg(distinct quote_literal(key || p.lexeme) || p.suffix, ' | ') as quoted
    from (select distinct regexp_replace(left(v, 60), '[^[:alnum:]]', '', 'g') as word from unnest(words) v) w, lateral (
      with stems as (select l.letter, stem from def.search_languages() l, unnest(ts_lexize(l.dictionary, w.word)) stem where stem <> '')
      select s.letter || s.stem as lexeme, '' as suffix from stems s union
      select '.' || s.stem, '' from stems s where s.stem <> w.word union
      select '.' || w.word, case when whole then '' else ':*' end where not whole or not exists (select from stems s where s.stem <> w.word)) p
    where w.word <> '' group by w.word) x);
end $$;
comment on function def.search_query(text, text[], boolean) is 'feature: search';

-- The best texts of one account, or of one record of it: those with whole words first, then the latest. Looks year by year. In the latest year, the latest
-- 200 texts come before the index: they contain frequent words often enough. For a record, it reads the texts of the record alone, so that the time of a
-- search says nothing about other records.
create or replace function def.find_texts_of(account uuid, record uuid, kinds text[], words text[], most int)
returns table (kind text, id uuid, at timestamptz, is_whole boolean) language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  placeholder constant text := 'keykeykeykey';
  each_kind text;
  own text;
  query text;
  source text;
  sources text[];
  latest timestamptz;
  before timestamptz;
  found_ids uuid[];
  ids uuid[];
  times timestamptz[];
begin
  foreach each_kind in array case when def.search_query(placeholder, words, true) is null then '{}' else kinds end loop
    own := format('select t.account_id, t.id, t.at, t.words from app.search_text t where t.account_id = %L and t.kind = %L', account, each_kind);
    found_ids := '{}';
    foreach is_whole in array array[true, false] loop
      query := def.search_query(placeholder, words, is_whole);
      sources := case when record is null then array['(' || own || ' order by t.at desc limit 200)', 'app.search_text'] end;
      before := 'infinity';
      while cardinality(found_ids) < most loop
        if record is null then
          select t.at into latest from app.search_text t where t.account_id = account and t.kind = each_kind and t.at < before order by t.at desc limit 1;
        else
          select t.at into latest from app.search_text t where t.account_id = account and t.client_id = record and t.kind = each_kind and t.at < before order by t.at desc limit 1;
          sources := array['(' || own || format(' and t.client_id = %L and t.at <= %L and t.at >= %L offset 0)', record, latest, date_trunc('year', latest, 'UTC'))];
        end if;
        exit when latest is null;
        foreach source in array sources loop
          execute format('with f as materialized (select t.account_id, t.id, t.at from %s t where t.words @@ %L::tsquery),
              best as (select f.id, f.at from f where f.account_id = %L and f.id <> all (%L::uuid[]) order by f.at desc, f.id limit %s)
              select array(select b.id from best b order by b.at desc, b.id), array(select b.at from best b order by b.at desc, b.id)', source,
            replace(query, placeholder, def.search_key(account, each_kind || extract(year from latest at time zone 'UTC'))), account, found_ids, most - cardinality(found_ids)) into ids, times;
          exit when cardinality(ids) = most - cardinality(found_ids);
        end loop;
        return query select each_kind, u.id, u.at, is_whole from unnest(ids, times) u (id, at);
        found_ids := found_ids || ids;
        sources := array['app.search_text'];
        before := date_trunc('year', latest, 'UTC');
      end loop;
    end loop;
  end loop;
end $$;

drop function def.search_query(uuid, text, text[], boolean);
drop function def.search_lexemes(uuid, text, text[]);

set local role attune_owner;

truncate app.search_text;
alter table app.search_build no force row level security;
delete from app.search_build where kind in ('note', 'client-note', 'message', 'journal-entry', 'shared-entry', 'task');
alter table app.search_build force row level security;
drop index app.search_text_of_client;
create index search_text_of_client on app.search_text (account_id, client_id, kind, at desc);
