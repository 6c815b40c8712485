-- The excerpt of a journal entry contains what its author wrote, without the descriptions of pictures. Entries with pictures get a new
-- excerpt from their paragraphs and headings, in the order of the document; saving an entry derives the same. The triggers are off: they
-- would write a change of each entry for the open pages, which load their lists again after an update anyway.
alter table app.journal_entry no force row level security, disable trigger user;
update app.journal_entry e
set excerpt = left(coalesce((
  select trim(regexp_replace(string_agg(line, ' ' order by place), '\s+', ' ', 'g'))
  from (
    select place, (
      select string_agg(coalesce(part ->> 'text', ' '), '' order by at)
      from jsonb_array_elements(block -> 'content') with ordinality p (part, at)
    ) as line
    from jsonb_path_query(e.content, 'strict $.**') with ordinality b (block, place)
    where block ->> 'type' in ('paragraph', 'heading')
  ) lines
), ''), 160)
where e.content @? 'strict $.** ? (@.type == "image")';
alter table app.journal_entry force row level security, enable trigger user;
