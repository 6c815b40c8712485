-- The index of names, titles and numbers by which therapists find clients, tasks, forms, documents and invoices. Unlogged like the index of texts: its
-- rows can be made again. A row has words and parts of words, no text.

create unlogged table app.search_name (
  -- The therapist. Clients have few things, which are searched without an index.
  account_id uuid not null,
  kind text not null check (kind in ('client', 'task', 'sent-form', 'document', 'invoice')),
  id uuid not null,
  client_id uuid not null,
  at timestamptz not null,
  -- What `def.name_lexemes` returns, each behind the key of the account, so that the index leads only to the names of one account.
  words tsvector not null,
  primary key (id, kind)
);
comment on table app.search_name is 'owner: account; erasure: delete; disconnect: keep; kept: until what it names is deleted by buildSearchIndex; feature: search';
create index search_name_words on app.search_name using gin (account_id, words) with (gin_pending_list_limit = 512);
create index search_name_latest on app.search_name (account_id, kind, at desc);
create index search_name_of_client on app.search_name (account_id, client_id);

grant select, insert, update, delete on app.search_name to attune_app_definer;
grant select on app.search_name to attune_app_backup;
create policy definer_keeps on app.search_name for all to attune_app_definer using (true);
create policy backup_reads on app.search_name for select to attune_app_backup using (true);
alter table app.search_name enable row level security, force row level security;

grant select (code, created_at) on app.client to attune_app_definer;
grant select (therapist_id, id, name) on app.payer to attune_app_definer;
create policy definer_names on app.payer for select to attune_app_definer using (true);

set local role attune_app_definer;

-- The functions `def.named_…` belong to the features of what is named. Each returns the thing with an id, or the first ones after one. `words` are those
-- of the name; null if the thing is not found. `others` are those of a person, which are found only together with a word of the name.

create function def.named_clients(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[], others text[], amount bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.therapist_id, c.id, c.id, c.created_at, def.folded_words(concat_ws(' ', c.first_name, c.last_name, c.email, c.code)), '{}'::text[], null::bigint
    from app.client c where (wanted is null or c.id = wanted) and (after is null or c.id > after) order by c.id limit most;
end $$;
comment on function def.named_clients is 'feature: client';

create function def.named_tasks(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[], others text[], amount bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select t.therapist_id, t.id, t.client_id, t.assigned_at, case when t.withdrawn_at is null then def.folded_words(t.title) end,
      def.folded_words((select n.name from app.client_name n where n.therapist_id = t.therapist_id and n.id = t.client_id)), null::bigint
    from app.task t where (wanted is null or t.id = wanted) and (after is null or t.id > after) order by t.id limit most;
end $$;
comment on function def.named_tasks is 'feature: task';

create function def.named_sent_forms(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[], others text[], amount bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.therapist_id, s.id, s.client_id, s.sent_at, case when s.cancelled_at is null then def.folded_words(s.frozen ->> 'title') end,
      def.folded_words((select n.name from app.client_name n where n.therapist_id = s.therapist_id and n.id = s.client_id)), null::bigint
    from app.sent_form s where (wanted is null or s.id = wanted) and (after is null or s.id > after) order by s.id limit most;
end $$;
comment on function def.named_sent_forms is 'feature: form';

create function def.named_documents(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[], others text[], amount bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select d.therapist_id, d.id, d.client_id, d.added_at,
      case when d.deleted_at is null then def.folded_words((select f.name from app.file f where f.account_id = d.account_id and f.id = d.file_id)) end,
      def.folded_words((select n.name from app.client_name n where n.therapist_id = d.therapist_id and n.id = d.client_id)), null::bigint
    from app.document d where (wanted is null or d.id = wanted) and (after is null or d.id > after) order by d.id limit most;
end $$;
comment on function def.named_documents is 'feature: document';

create function def.named_invoices(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[], others text[], amount bigint) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select i.therapist_id, i.id, i.client_id, coalesce(i.issued_at, i.created_at), def.folded_words(concat_ws(' ', i.number_text,
        (select n.name from app.client_name n where n.therapist_id = i.therapist_id and n.id = i.client_id),
        coalesce(i.frozen -> 'buyer' ->> 'name', (select p.name from app.payer p where p.therapist_id = i.therapist_id and p.id = i.payer_id)))),
      '{}'::text[], i.gross_minor
    from app.invoice i where (wanted is null or i.id = wanted) and (after is null or i.id > after) order by i.id limit most;
end $$;
comment on function def.named_invoices is 'feature: invoice';

-- The key before the words of a kind of an account. The index leads to this kind only: a word is often frequent in one kind and rare in another.
create function def.search_key(account uuid, kind text) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return left(md5(account::text || kind), 12);
end $$;
comment on function def.search_key(uuid, text) is 'feature: search';

-- The parts of three letters of a word; with `start`, also that of its first two letters.
create function def.trigrams(word text, start boolean) returns text[] language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  padded text := case when start then '_' || word else word end;
begin
  return array(select distinct substr(padded, n, 3) from generate_series(1, length(padded) - 2) n);
end $$;
comment on function def.trigrams is 'feature: search';

-- What a name is found by: '.' each word, in Chinese, Japanese and Korean also each end of one, because names have no spaces; '^' the first word,
-- '~' the trigrams of the words, '@' the words of the person, '#' the amount.
create function def.name_lexemes(key text, words text[], others text[], amount bigint) returns tsvector language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(array_to_tsvector(array_agg(distinct key || part)), '') from (
    select '.' || left(w, 60) as part from unnest(words) w where w <> '' union all
    select '.' || substr(left(w, 60), n) from unnest(words) w, generate_series(2, length(left(w, 60))) n where w ~ '[\u3040-\u9fff\uac00-\ud7af]' union all
    select '~' || g from unnest(words) w, unnest(def.trigrams(left(w, 60), true)) g union all
    select '@' || left(w, 60) from unnest(others) w where w <> '' union all
    (select '^' || left(w, 60) from unnest(words) with ordinality u (w, place) where w <> '' order by place limit 1) union all
    select '#' || amount where amount is not null) x);
end $$;
comment on function def.name_lexemes is 'feature: search';

-- Adds the names of a kind to the index: the one with an id, in place of what the index has for it, or the first after one. Returns the id of the last.
create function def.index_names(of_kind text, wanted uuid, after uuid, most int) returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  last uuid;
begin
  if wanted is not null then
    delete from app.search_name t where t.id = wanted and t.kind = of_kind;
  end if;
  for one in execute format('select * from def.%I($1, $2, $3)', case of_kind when 'client' then 'named_clients' when 'task' then 'named_tasks'
      when 'sent-form' then 'named_sent_forms' when 'document' then 'named_documents' when 'invoice' then 'named_invoices' end) using wanted, after, most loop
    last := one.id;
    if one.words is not null then
      insert into app.search_name (account_id, kind, id, client_id, at, words)
        values (one.account_id, of_kind, one.id, one.client_id, one.at, def.name_lexemes(def.search_key(one.account_id, of_kind), one.words, one.others, one.amount))
        on conflict (id, kind) do nothing;
    end if;
  end loop;
  return last;
end $$;
comment on function def.index_names is 'feature: search';

-- Keeps the index of names up to date in the transaction of the change. Argument: the kind.
create function def.index_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform def.index_names(tg_argv[0], changed, null, 1);
  return null;
end $$;
comment on function def.index_name is 'feature: search';

-- Indexes again what is also found by the name of a client, after the name has changed.
create function def.index_names_of_client() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  for one in delete from app.search_name t where t.account_id = new.therapist_id and t.client_id = new.id and t.kind <> 'client' returning t.kind, t.id loop
    perform def.index_names(one.kind, one.id, null, 1);
  end loop;
  return null;
end $$;
comment on function def.index_names_of_client is 'feature: search';

-- Indexes the drafts of invoices of a payer again, after their name has changed.
create function def.index_invoices_of_payer() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  for one in select i.id from app.invoice i where i.therapist_id = new.therapist_id and i.payer_id = new.id and i.status = 'draft' loop
    perform def.index_names('invoice', one.id, null, 1);
  end loop;
  return null;
end $$;
comment on function def.index_invoices_of_payer is 'feature: invoice';
grant execute on function def.index_name(), def.index_names_of_client(), def.index_invoices_of_payer() to attune_owner;

-- The kinds of the index, in the order in which it is built. `is_name`: it is in the index of names, otherwise in that of texts.
create function def.search_kinds() returns table (key text, kind text, is_name boolean, place bigint) language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return query select case when k.place <= 5 then 'name-' || k.kind else k.kind end, k.kind, k.place <= 5, k.place
    from unnest(array['client', 'task', 'sent-form', 'document', 'invoice', 'note', 'client-note', 'message', 'journal-entry', 'shared-entry', 'task']) with ordinality k (kind, place);
end $$;
comment on function def.search_kinds is 'feature: search';

-- Builds the next part of the indexes and returns whether all of both is built. The lock waits for changes that are under way and lets later ones wait, so
-- that a text that is deleted meanwhile is not indexed afterwards.
create or replace function def.build_search(most int) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next record;
  last uuid;
begin
  select k.key, k.kind, k.is_name into next from def.search_kinds() k
    where not exists (select from app.search_build b where b.kind = k.key and b.done) order by k.place limit 1;
  if next.key is null then
    return true;
  end if;
  if next.is_name then
    lock table app.search_name in share row exclusive mode;
  else
    lock table app.search_text in share row exclusive mode;
  end if;
  select b.last_id into last from app.search_build b where b.kind = next.key;
  last := case when next.is_name then def.index_names(next.kind, null, last, most) else def.index_texts(next.kind, null, last, most) end;
  insert into app.search_build as b (kind, last_id, done) values (next.key, coalesce(last, '00000000-0000-0000-0000-000000000000'), last is null)
    on conflict (kind) do update set last_id = case when last is null then b.last_id else last end, done = excluded.done;
  return false;
end $$;

create or replace function def.is_search_built() returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.actor_id() is not null and not exists (select from def.search_kinds() k where not k.is_name
    and not exists (select from app.search_build b where b.kind = k.key and b.done));
end $$;

-- Whether the index contains all names. Until then, names are searched without it.
create function def.are_names_built() returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return app.actor_id() is not null and not exists (select from def.search_kinds() k where k.is_name
    and not exists (select from app.search_build b where b.kind = k.key and b.done));
end $$;
comment on function def.are_names_built is 'feature: search';
grant execute on function def.are_names_built() to attune_app_therapist;

-- The condition for names with all words: of three letters and more as a part of a word, shorter ones as its beginning. At least one is in the name itself.
create function def.name_query(key text, words text[]) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return (select case when count(*) > 1 then '(' || string_agg(x.named, ' | ') || ') & ' || string_agg('(' || x.named || ' | ' || x.other || ')', ' & ') else string_agg(x.named, '') end
    from (select quote_literal(key || '@' || left(w, 60)) || ':*' as other,
        case when length(w) < 3 then quote_literal(key || '.' || w) || ':*'
          else (select '(' || string_agg(quote_literal(key || '~' || g), ' & ') || ')' from unnest(def.trigrams(left(w, 60), false)) g) end as named
      from (select regexp_replace(v, '[^[:alnum:]]', '', 'g') as w from unnest(words) v) u where w <> '') x);
end $$;
comment on function def.name_query is 'feature: search';

-- The ids of the actor's names with all words and of invoices with one of the amounts, at most so many of each kind: those that begin with the first word,
-- then the latest. Of a kind with many, those among its latest are enough. Whether the actor may read them is decided when they are read.
create function def.find_names(words text[], amounts bigint[], most int) returns table (kind text, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  account uuid := app.actor_id();
  one record;
  query text;
  found_ids uuid[];
begin
  for one in select k.kind, def.search_key(account, k.kind) as key from def.search_kinds() k where k.is_name loop
    query := concat_ws(' | ', '(' || def.name_query(one.key, words) || ')',
      case when one.kind = 'invoice' then (select string_agg(quote_literal(one.key || '#' || a), ' | ') from unnest(amounts) a) end);
    continue when query = '';
    for attempt in 1..2 loop
      execute format('with f as materialized (%s) select array(select f.id from f where f.account_id = %L and f.words @@ %L::tsquery
          order by f.words @@ %L::tsquery desc, f.at desc, f.id limit %s)',
        case when attempt = 1 then format('select t.account_id, t.id, t.at, t.words from app.search_name t where t.account_id = %L and t.kind = %L order by t.at desc limit 1000', account, one.kind)
          else format('select t.account_id, t.id, t.at, t.words from app.search_name t where t.words @@ %L::tsquery', query) end,
        account, query, quote_literal(one.key || '^' || regexp_replace(left(words[1], 60), '[^[:alnum:]]', '', 'g')) || ':*', most) into found_ids;
      exit when cardinality(found_ids) = most;
    end loop;
    return query select one.kind, unnest(found_ids);
  end loop;
end $$;
comment on function def.find_names is 'feature: search';

-- The ids of the actor's names that are most similar to the words, by their trigrams, at most so many of each kind. Invoices are found by their exact
-- number. The caller decides whether they are similar enough.
create function def.find_similar_names(words text[], most int) returns table (kind text, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  account uuid := app.actor_id();
  trigrams text[] := array(select distinct g from unnest(words) w, unnest(def.trigrams(left(regexp_replace(w, '[^[:alnum:]]', '', 'g'), 60), true)) g);
  one record;
begin
  if trigrams = '{}' then
    return;
  end if;
  for one in select k.kind, (select string_agg(quote_literal(def.search_key(account, k.kind) || '~' || g), ' | ') from unnest(trigrams) g) as query
      from def.search_kinds() k where k.is_name and k.kind <> 'invoice' loop
    return query execute format('with f as materialized (select t.account_id, t.id, t.words from app.search_name t where t.words @@ %L::tsquery limit 5000)
      select %L, f.id from f where f.account_id = %L order by ts_rank(f.words, %1$L::tsquery) desc, f.id limit %4$s', one.query, one.kind, account, most);
  end loop;
end $$;
comment on function def.find_similar_names is 'feature: search';
grant execute on function def.find_names(text[], bigint[], int), def.find_similar_names(text[], int) to attune_app_therapist;

-- The texts are indexed again, behind keys with their kind.

create function def.search_lexemes(account uuid, kind text, words text[]) returns tsvector language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  key text := def.search_key(account, kind);
  own record;
begin
  select l.letter, l.dictionary into own from app.person p join def.search_languages() l on l.language = p.language where p.account_id = account;
  return (select coalesce(array_to_tsvector(array_agg(lexeme)), '') from (
    select distinct left(def.without_accents(w), 60) as word from unnest(words) w where w <> '' limit 10000) u,
    lateral (select key || '.' || word as lexeme union all
      select key || own.letter || stem from unnest(ts_lexize(own.dictionary, word)) stem where own.letter is not null and stem <> '') x);
end $$;
comment on function def.search_lexemes(uuid, text, text[]) is 'feature: search';

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
      insert into app.search_text (account_id, kind, id, client_id, at, words)
        values (each_text.account_id, of_kind, each_text.id, each_text.client_id, each_text.at, def.search_lexemes(each_text.account_id, of_kind, each_text.words))
        on conflict (id, kind, account_id) do nothing;
    end if;
  end loop;
  return last;
end $$;

-- The query for texts of a kind of an account that contain all words: each as the beginning of a word or in another inflection; with `whole`, not only as a
-- beginning.
create function def.search_query(account uuid, kind text, words text[], whole boolean) returns tsquery language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  key text := def.search_key(account, kind);
begin
  return (select string_agg('(' || quoted || ')', ' & ')::tsquery from (
    select string_agg('''' || regexp_replace(x.lexeme, '[^[:alnum:].]', '', 'g') || '''' || x.suffix, ' | ') as quoted from unnest(words) w, lateral (
      select key || '.' || left(w, 60) as lexeme, case when whole then '' else ':*' end as suffix union all
      select key || l.letter || stem, '' from def.search_languages() l, unnest(ts_lexize(l.dictionary, left(w, 60))) stem where stem <> '') x
    group by w) q);
end $$;
comment on function def.search_query(uuid, text, text[], boolean) is 'feature: search';

-- The best texts of one account, or of one record of it. Of a kind in which the words are frequent, those among its latest 2,000 texts are enough. Other
-- words are looked up in the index.
create or replace function def.find_texts_of(account uuid, record uuid, kinds text[], words text[], most int)
returns table (kind text, id uuid, at timestamptz, is_whole boolean) language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  each_kind text;
  query text;
  latest text;
  source text;
  frequent boolean;
begin
  foreach each_kind in array kinds loop
    query := def.search_query(account, each_kind, words, false)::text;
    continue when query is null;
    if record is not null then
      source := format('select t.account_id, t.id, t.at, t.words from app.search_text t where t.account_id = %L and t.client_id = %L and t.kind = %L', account, record, each_kind);
    else
      latest := format('select t.account_id, t.id, t.at, t.words from app.search_text t where t.account_id = %L and t.kind = %L order by t.at desc limit 2000', account, each_kind);
      execute format('select count(*) > 30 from (select from (%s) l where l.words @@ %L::tsquery limit 31) f', latest, query) into frequent;
      source := case when frequent then latest
        else format('select t.account_id, t.id, t.at, t.words from app.search_text t where t.words @@ %L::tsquery', query) end;
    end if;
    return query execute format('with f as materialized (%s) select %L, f.id, f.at, f.words @@ %L::tsquery from f where f.account_id = %L and f.words @@ %L::tsquery
      order by 4 desc, f.at desc, f.id limit %s', source, each_kind, def.search_query(account, each_kind, words, true)::text, account, query, most);
  end loop;
end $$;

drop function def.search_query(uuid, text[], boolean);
drop function def.search_lexemes(uuid, text[]);
drop function def.search_key(uuid);

set local role attune_owner;

create index search_text_latest_of_kind on app.search_text (account_id, kind, at desc);
drop index app.search_text_latest;
truncate app.search_text, app.search_build;

create trigger index_name after insert or delete or update of first_name, last_name, email, code on app.client for each row execute function def.index_name('client');
create trigger index_names_of_client after update of first_name, last_name on app.client for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function def.index_names_of_client();
create trigger index_name after insert or delete or update of title, withdrawn_at on app.task for each row execute function def.index_name('task');
create trigger index_name after insert or delete or update of cancelled_at on app.sent_form for each row execute function def.index_name('sent-form');
create trigger index_name after insert or delete or update of deleted_at on app.document for each row execute function def.index_name('document');
create trigger index_name after insert or delete or update of payer_id, client_id, number_text, gross_minor, frozen on app.invoice for each row execute function def.index_name('invoice');
create trigger index_invoices_of_payer after update of name on app.payer for each row when (old.name is distinct from new.name) execute function def.index_invoices_of_payer();
