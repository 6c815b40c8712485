-- while no server runs: a server of the version before would not find the parts of an upload, and refuse the file.
-- The parts of an upload that have arrived, in the order of their offsets: `offset.size.random`, the end of the key of the object with the bytes. Any
-- server adds a part under a lock of the row, so that of two parts with the same offset only one counts.
alter table app.file add column parts text[] not null default '{}' check (cardinality(parts) <= 4000);
grant update (parts), insert (parts) on app.file to attune_worker;

set local role attune_app_definer;

-- Publishes changes of a file. A part that arrives changes nothing that a page shows.
create or replace function def.change_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.change (table_name, row_id, op, audience, keys)
    select 'file', n.id, 'UPDATE', array(select r.reader_id from app.file_reader r where r.account_id = n.account_id and r.file_id = n.id),
      jsonb_build_object('id', n.id, 'state', n.state) from new_rows n where n.state <> 'uploading';
  if found then
    perform pg_notify('attune_change', '');
  end if;
  return null;
end $$;
