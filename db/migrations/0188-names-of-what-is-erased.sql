-- What deletes for ever returns the ids, so that the list of erasures outside of the database gets them before the commit. After a restore the
-- same is deleted by its ids.

set local role attune_app_definer;

drop function def.empty_bins(timestamptz);
-- Deletes entries that have been in the trash since before a moment, whosever they are, at most 500 of them, with their files. Returns the ids.
create function def.purge_entries(before timestamptz) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entries uuid[];
begin
  entries := array(select e.id from app.journal_entry e where e.binned_at < before order by e.id limit 500 for update skip locked);
  perform def.erase_entries(entries);
  return query select unnest(entries);
end $$;
comment on function def.purge_entries(timestamptz) is 'feature: journal';
grant execute on function def.purge_entries(timestamptz) to attune_worker;

-- Deletes entries of journals with their files. The bytes go with the cleanup of files.
create function def.erase_entries(entries uuid[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  files uuid[];
begin
  files := array(select f.file_id from app.journal_file f where f.entry_id = any (entries));
  delete from app.journal_entry e where e.id = any (entries);
  delete from app.file f where f.id = any (files);
end $$;
comment on function def.erase_entries(uuid[]) is 'feature: journal';

drop function def.purge_documents(timestamptz);
-- Deletes the documents that were deleted more than 30 days ago. Returns their ids.
create function def.purge_documents(moment timestamptz) returns setof uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query delete from app.document d where d.deleted_at < moment - interval '30 days' returning d.id;
end $$;
comment on function def.purge_documents(timestamptz) is 'feature: document';
grant execute on function def.purge_documents(timestamptz) to attune_worker;

-- Deletes documents for ever.
create function def.erase_documents(documents uuid[]) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.document d where d.id = any (documents);
end $$;
comment on function def.erase_documents(uuid[]) is 'feature: document';

-- What the ledger is compared with, of each kind, with the time before which an erasure does not count. The profile of a therapist stays without
-- an email address when the account is closed.
create function def.accounts_to_compare() returns table (id uuid, since timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.account_id, null::timestamptz from app.profile p where p.email <> '';
end $$;
comment on function def.accounts_to_compare() is 'feature: profile';

create function def.connections_to_compare() returns table (id uuid, since timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.id, c.connected_at from app.client c where c.account_id is not null and c.disconnected_at is null;
end $$;
comment on function def.connections_to_compare() is 'feature: client';

create function def.entries_to_compare() returns table (id uuid, since timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select e.id, null::timestamptz from app.journal_entry e;
end $$;
comment on function def.entries_to_compare() is 'feature: journal';

create function def.documents_to_compare() returns table (id uuid, since timestamptz) language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select d.id, null::timestamptz from app.document d;
end $$;
comment on function def.documents_to_compare() is 'feature: document';

-- Ends the connection of a record after a restore, in the name of its account.
create function def.disconnect_again(record uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.actor', (select c.account_id::text from app.client c where c.id = record), true);
  perform def.disconnect(record, moment, gen_random_uuid());
end $$;
comment on function def.disconnect_again(uuid, timestamptz) is 'feature: client';

-- Erases an account after a restore as its person erased it: the connections first, then what the app knows of the account.
create function def.erase_account_again(account uuid, moment timestamptz) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  record uuid;
begin
  for record in select c.id from app.client c
      where account in (c.account_id, c.therapist_id) and c.account_id is not null and c.disconnected_at is null order by c.therapist_id, c.id loop
    perform def.disconnect_again(record, moment);
  end loop;
  perform def.erase_account(account);
end $$;
comment on function def.erase_account_again(uuid, timestamptz) is 'feature: profile';

revoke all on function def.purge_entries(timestamptz), def.erase_entries(uuid[]), def.purge_documents(timestamptz), def.erase_documents(uuid[]),
  def.accounts_to_compare(), def.connections_to_compare(), def.entries_to_compare(), def.documents_to_compare(),
  def.disconnect_again(uuid, timestamptz), def.erase_account_again(uuid, timestamptz) from public;
