-- A search in messages that is fast for a rare word as well as for a frequent one.

grant select (seq) on app.message to attune_app_definer;

set local role attune_app_definer;

-- The messages of a therapist, or of one of the therapist's conversations, that contain all words, the latest first. The planner cannot know
-- how often the beginning of a word occurs. A frequent one is found often enough among the latest 1,000 messages; for any other the index
-- of the words finds all messages, which are then few.
create or replace function def.find_messages_of(query text, owner uuid, conversation uuid, before_at timestamptz, before_id uuid, most int)
returns table (id uuid, created_at timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  messages text := format('select m.id, m.created_at, m.words from app.message m where m.therapist_id = %L and m.deleted_at is null%s%s', owner,
    case when conversation is not null then format(' and m.client_id = %L', conversation) end,
    case when before_at is not null then format(' and (m.created_at, m.id) < (%L, %L)', before_at, before_id) end);
  latest_first text := 'order by m.created_at desc, m.id desc limit ';
  -- Within a conversation the numbers lead to the latest messages.
  among_latest text := format('from (%s %s 1000) m where m.words @@ %L::tsquery %s %s', messages,
    case when conversation is null then latest_first else 'order by m.seq desc limit' end, query, latest_first, most);
  is_frequent boolean;
begin
  execute format('select count(*) = %s from (select %s) f', most, among_latest) into is_frequent;
  if is_frequent then
    return query execute format('select m.id, m.created_at %s', among_latest);
  else
    return query execute format('with m as materialized (%s and m.words @@ %L::tsquery) select m.id, m.created_at from m %s %s',
      messages, query, latest_first, most);
  end if;
end $$;
