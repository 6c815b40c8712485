-- The index of texts in which people search: notes, messages, journal entries and tasks. Its rows can be made again from the texts, so they are
-- unlogged: no backup contains them, and Postgres empties them after a crash. A row has words only, no text.

create unlogged table app.search_text (
  -- The account that can find the text: a therapist, or the client who wrote an entry. Clients find messages and tasks in the rows of their therapists.
  account_id uuid not null,
  kind text not null check (kind in ('note', 'client-note', 'message', 'journal-entry', 'shared-entry', 'task')),
  id uuid not null,
  client_id uuid,
  at timestamptz not null,
  -- The words and their stems, each behind the key of the account, so that the index leads only to the words of one account.
  words tsvector not null,
  primary key (id, kind, account_id)
);
comment on table app.search_text is 'owner: account; erasure: delete; disconnect: keep by def.journal_connection_over (a shared entry goes with its share); kept: until its text or share is deleted by buildSearchIndex; feature: search';
create index search_text_words on app.search_text using gin (account_id, words) with (gin_pending_list_limit = 512);
create index search_text_latest on app.search_text (account_id, at desc);
create index search_text_of_client on app.search_text (account_id, client_id);

-- How far the index has been built. Unlogged too, so both are empty after a crash.
create unlogged table app.search_build (
  kind text primary key,
  last_id uuid not null,
  done boolean not null
);
comment on table app.search_build is 'owner: product; erasure: keep (names no one); disconnect: keep; kept: few (one row per kind of text); feature: search';

do $$
declare
  name text;
begin
  foreach name in array array['search_text', 'search_build'] loop
    execute format('grant select, insert, update, delete on app.%I to attune_app_definer', name);
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy definer_keeps on app.%I for all to attune_app_definer using (true)', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

-- The words of notes, without their text.
grant select (therapist_id, session_id, words, updated_at) on app.session_note to attune_app_definer;
grant select (therapist_id, session_id, words) on app.session_note_addendum to attune_app_definer;
grant select (therapist_id, client_id, words, updated_at) on app.client_note to attune_app_definer;
grant select (folded) on app.journal_entry to attune_app_definer;
grant select (title, description, assigned_at) on app.task to attune_app_definer;
-- The language of an account, and the records of a client.
grant select on app.person, app.client_name to attune_app_definer;
create policy definer_indexes on app.session_note for select to attune_app_definer using (true);
create policy definer_indexes on app.session_note_addendum for select to attune_app_definer using (true);
create policy definer_indexes on app.client_note for select to attune_app_definer using (true);

set local role attune_app_definer;

-- The functions `def.searchable_…` belong to the features of the texts. Each returns the text with an id, or the first texts after one.

create function def.searchable_notes(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select n.therapist_id, n.session_id, null::uuid, n.updated_at, tsvector_to_array(n.words) || array(
      select w from app.session_note_addendum a, unnest(tsvector_to_array(a.words)) w where a.therapist_id = n.therapist_id and a.session_id = n.session_id)
    from app.session_note n where (wanted is null or n.session_id = wanted) and (after is null or n.session_id > after) order by n.session_id limit most;
end $$;
comment on function def.searchable_notes is 'feature: note';

create function def.searchable_client_notes(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select n.therapist_id, n.client_id, n.client_id, n.updated_at, tsvector_to_array(n.words)
    from app.client_note n where (wanted is null or n.client_id = wanted) and (after is null or n.client_id > after) order by n.client_id limit most;
end $$;
comment on function def.searchable_client_notes is 'feature: note';

create function def.searchable_messages(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select m.therapist_id, m.id, m.client_id, m.created_at, case when m.deleted_at is null then tsvector_to_array(m.words) end
    from app.message m where (wanted is null or m.id = wanted) and (after is null or m.id > after) order by m.id limit most;
end $$;
comment on function def.searchable_messages is 'feature: message';

create function def.searchable_entries(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select e.account_id, e.id, null::uuid, e.written_at,
      case when e.trashed_at is null then regexp_split_to_array(e.folded, '[^[:alnum:]]+') end
    from app.journal_entry e where (wanted is null or e.id = wanted) and (after is null or e.id > after) order by e.id limit most;
end $$;
comment on function def.searchable_entries is 'feature: journal';

-- A text without accents, also those of Cyrillic, Hebrew and Arabic.
create function def.without_accents(text text) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return case when octet_length(text) = length(text) then text else regexp_replace(normalize(text, NFD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]', '', 'g') end;
end $$;
comment on function def.without_accents is 'feature: platform';

-- The words of a text without case and accents, as the product folds what a person types.
create function def.folded_words(text text) returns text[] language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return regexp_split_to_array(replace(def.without_accents(lower(text)), 'ß', 'ss'), '[^[:alnum:]]+');
end $$;
comment on function def.folded_words is 'feature: platform';

-- The words of a formatted document. Formatting inside a word divides it.
create function def.document_words(document jsonb) returns text[] language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return def.folded_words((select coalesce(string_agg(t #>> '{}', ' '), '') from jsonb_path_query(document, 'strict $.** ? (exists (@.text)).text') t
    where jsonb_typeof(t) = 'string'));
end $$;
comment on function def.document_words is 'feature: platform';

-- The published version of the entries, once for each therapist with whom one is shared. Reads all shares of each entry.
create function def.searchable_shared_entries(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select s.therapist_id, p.entry_id, null::uuid, p.written_at,
      case when s.account_id is not null then def.folded_words(p.title || ' ' || array_to_string(p.tags, ' ')) || def.document_words(p.content) end
    from (select q.entry_id, q.account_id, q.title, q.tags, q.content, q.written_at from app.journal_publication q
        where (wanted is null or q.entry_id = wanted) and (after is null or q.entry_id > after) order by q.entry_id limit most) p
      left join app.journal_share s on s.account_id = p.account_id and s.entry_id = p.entry_id order by p.entry_id;
end $$;
comment on function def.searchable_shared_entries is 'feature: journal';

create function def.searchable_tasks(wanted uuid, after uuid, most int)
returns table (account_id uuid, id uuid, client_id uuid, at timestamptz, words text[]) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select t.therapist_id, t.id, t.client_id, t.assigned_at,
      case when t.withdrawn_at is null then def.folded_words(t.title) || def.document_words(t.description) end
    from app.task t where (wanted is null or t.id = wanted) and (after is null or t.id > after) order by t.id limit most;
end $$;
comment on function def.searchable_tasks is 'feature: task';

-- The key before the words of an account.
create function def.search_key(account uuid) returns text language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return left(md5(account::text), 12);
end $$;
comment on function def.search_key is 'feature: search';

-- The letter before the stems of a language, and its dictionary.
create function def.search_languages() returns table (language text, letter text, dictionary regdictionary)
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return query values ('en', 'e', 'english_stem'::regdictionary), ('de', 'd', 'german_stem'::regdictionary),
    ('fr', 'f', 'french_stem'::regdictionary), ('es', 's', 'spanish_stem'::regdictionary);
end $$;
comment on function def.search_languages is 'feature: search';

-- The words of a text and, in the language of the account, their stems. Words of other languages are found without inflections.
create function def.search_lexemes(account uuid, words text[]) returns tsvector language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  key text := def.search_key(account);
  own record;
begin
  select l.letter, l.dictionary into own from app.person p join def.search_languages() l on l.language = p.language where p.account_id = account;
  return (select coalesce(array_to_tsvector(array_agg(lexeme)), '') from (
    select distinct left(def.without_accents(w), 60) as word from unnest(words) w where w <> '' limit 10000) u,
    lateral (select key || '.' || word as lexeme union all
      select key || own.letter || stem from unnest(ts_lexize(own.dictionary, word)) stem where own.letter is not null and stem <> '') x);
end $$;
comment on function def.search_lexemes is 'feature: search';

-- Removes the rows of a text from the index and adds those that it has now.
create function def.index_texts(of_kind text, wanted uuid, after uuid, most int) returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
        values (each_text.account_id, of_kind, each_text.id, each_text.client_id, each_text.at, def.search_lexemes(each_text.account_id, each_text.words))
        on conflict (id, kind, account_id) do nothing;
    end if;
  end loop;
  return last;
end $$;
comment on function def.index_texts is 'feature: search';

-- Keeps the index up to date in the transaction of the change. Arguments: the kind of text and the column with its id.
create function def.index_text() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed uuid;
begin
  if tg_op = 'DELETE' then
    execute format('select ($1).%I', tg_argv[1]) into changed using old;
  else
    execute format('select ($1).%I', tg_argv[1]) into changed using new;
  end if;
  delete from app.search_text t where t.id = changed and t.kind = tg_argv[0];
  perform def.index_texts(tg_argv[0], changed, null, 1);
  return null;
end $$;
comment on function def.index_text is 'feature: search';
grant execute on function def.index_text() to attune_owner;

-- Builds the next part of the index and returns whether all of it is built. The lock waits for changes that are under way and lets later ones wait, so
-- that a text that is deleted meanwhile is not indexed afterwards.
create function def.build_search(most int) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_kind text;
  reached uuid;
  last uuid;
begin
  if (select count(*) = 6 from app.search_build b where b.done) then
    return true;
  end if;
  lock table app.search_text in share row exclusive mode;
  select k.kind, b.last_id into next_kind, reached from unnest(array['note', 'client-note', 'message', 'journal-entry', 'shared-entry', 'task']) with ordinality k (kind, place)
    left join app.search_build b on b.kind = k.kind where not coalesce(b.done, false) order by k.place limit 1;
  if next_kind is null then
    return true;
  end if;
  last := def.index_texts(next_kind, null, reached, most);
  insert into app.search_build as b (kind, last_id, done) values (next_kind, coalesce(last, reached, '00000000-0000-0000-0000-000000000000'), last is null)
    on conflict (kind) do update set last_id = excluded.last_id, done = excluded.done;
  return false;
end $$;
comment on function def.build_search is 'feature: search';
grant execute on function def.build_search(int) to attune_worker;

create function def.is_search_built() returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*) = 6 from app.search_build b where b.done and app.actor_id() is not null);
end $$;
comment on function def.is_search_built is 'feature: search';
grant execute on function def.is_search_built() to attune_app_therapist, attune_app_client;

-- The query for texts of an account that contain all words: each as the beginning of a word or in another inflection; with `whole`, not only as a beginning.
create function def.search_query(account uuid, words text[], whole boolean) returns tsquery language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  key text := def.search_key(account);
begin
  return (select string_agg('(' || quoted || ')', ' & ')::tsquery from (
    select string_agg('''' || regexp_replace(x.lexeme, '[^[:alnum:].]', '', 'g') || '''' || x.suffix, ' | ') as quoted from unnest(words) w, lateral (
      select key || '.' || left(w, 60) as lexeme, case when whole then '' else ':*' end as suffix union all
      select key || l.letter || stem, '' from def.search_languages() l, unnest(ts_lexize(l.dictionary, left(w, 60))) stem where stem <> '') x
    group by w) q);
end $$;
comment on function def.search_query is 'feature: search';

-- The best texts of one account, or of one record of it. Among frequent words, those of the latest texts are enough; rare words are looked up in the index.
create function def.find_texts_of(account uuid, record uuid, kinds text[], words text[], most int)
returns table (kind text, id uuid, at timestamptz, is_whole boolean) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  query text := def.search_query(account, words, false)::text;
  whole text := def.search_query(account, words, true)::text;
  own text := format('select t.kind, t.id, t.at, t.words from app.search_text t where t.account_id = %L and t.kind = any (%L::text[])%s', account, kinds,
    case when record is not null then format(' and t.client_id = %L', record) else '' end);
  frequent boolean := false;
  source text;
begin
  if query is null then
    return;
  end if;
  if record is null then
    execute format('select count(*) > 30 from (%s order by t.at desc limit 1000) l where l.words @@ %L::tsquery', own, query) into frequent;
  end if;
  source := case
    when record is not null then format('select * from (%s offset 0) l where l.words @@ %L::tsquery', own, query)
    when frequent then format('select * from (%s order by t.at desc limit 10000) l where l.words @@ %L::tsquery limit 300', own, query)
    else format('with f as materialized (select t.account_id, t.kind, t.id, t.at, t.words from app.search_text t where t.words @@ %L::tsquery)
      select f.kind, f.id, f.at, f.words from f where f.account_id = %L and f.kind = any (%L::text[])', query, account, kinds)
  end;
  return query execute format('select r.kind, r.id, r.at, r.is_whole from (
      select s.kind, s.id, s.at, s.words @@ %L::tsquery as is_whole, row_number() over (partition by s.kind order by s.words @@ %1$L::tsquery desc, s.at desc, s.id) as place
      from (%s) s) r where r.place <= %s', whole, source, most);
end $$;
comment on function def.find_texts_of is 'feature: search';

-- The ids of the best texts that the actor can find, at most so many of each kind. Whether the actor may read them is decided when they are read. A
-- function, because row security keeps a search of words from using its index.
create function def.find_texts(words text[], most int) returns table (kind text, id uuid, at timestamptz, is_whole boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select f.kind, f.id, f.at, f.is_whole
    from def.find_texts_of(app.actor_id(), null, array['note', 'client-note', 'message', 'journal-entry', 'shared-entry', 'task'], words, most) f
    union all
    select f.kind, f.id, f.at, f.is_whole from app.client_name c, def.find_texts_of(c.therapist_id, c.id, array['message', 'task'], words, most) f
    where c.account_id = app.actor_id();
end $$;
comment on function def.find_texts is 'feature: search';
grant execute on function def.find_texts(text[], int) to attune_app_therapist, attune_app_client;

set local role attune_owner;

create trigger index_text after insert or delete or update of text on app.session_note for each row execute function def.index_text('note', 'session_id');
create trigger index_text after insert or delete on app.session_note_addendum for each row execute function def.index_text('note', 'session_id');
create trigger index_text after insert or delete or update of text on app.client_note for each row execute function def.index_text('client-note', 'client_id');
create trigger index_text after insert or delete or update of words, deleted_at on app.message for each row execute function def.index_text('message', 'id');
create trigger index_text after insert or delete or update of folded, trashed_at on app.journal_entry for each row execute function def.index_text('journal-entry', 'id');
create trigger index_text after insert or delete or update on app.journal_publication for each row execute function def.index_text('shared-entry', 'entry_id');
create trigger index_text after insert or delete on app.journal_share for each row execute function def.index_text('shared-entry', 'entry_id');
create trigger index_text after insert or delete or update of title, description, withdrawn_at on app.task for each row execute function def.index_text('task', 'id');
