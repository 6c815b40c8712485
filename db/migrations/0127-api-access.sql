-- Who may call the API: the public key and the one before it, origins of other apps, and the limits of requests with their use.

-- The key before the last rotation stays valid for a while. A rotation within that time ends the key before it at once.
alter table app.product_setting
  add column previous_key text,
  add column previous_key_until timestamptz,
  add column oldest_key_ended_at timestamptz,
  add constraint previous_key_ends check ((previous_key is null) = (previous_key_until is null)),
  add column allowed_origins text[] not null default '{}' check (cardinality(allowed_origins) <= 20),
  -- Per network and minute.
  add column sign_in_limit int not null default 100 check (sign_in_limit between 20 and 2000),
  -- Per account and minute; uploads per account and hour.
  add column write_limit int not null default 300 check (write_limit between 60 and 5000),
  add column read_limit int not null default 1200 check (read_limit between 300 and 20000),
  add column upload_limit int not null default 300 check (upload_limit between 20 and 5000),
  add column message_limit int not null default 200 check (message_limit between 10 and 2000);
grant update (previous_key, previous_key_until, oldest_key_ended_at, allowed_origins, sign_in_limit, write_limit, read_limit, upload_limit, message_limit)
  on app.product_setting to attune_app_admin;

-- How many requests each group had in a minute, how many of them were refused, and the most that one account or network made.
create table app.request_count (
  minute timestamptz not null,
  request_group text not null check (request_group in ('signIn', 'writes', 'reads', 'uploads', 'messages')),
  requests int not null check (requests >= 0),
  refused int not null check (refused >= 0),
  highest int not null check (highest >= 0),
  primary key (minute, request_group)
);
comment on table app.request_count is 'owner: product; erasure: keep (counts, names no one); disconnect: keep';
grant select on app.request_count to attune_app_admin, attune_app_backup;
grant select, insert (minute, request_group, requests, refused, highest), update (requests, refused, highest), delete on app.request_count to attune_worker;
create policy admin_sees on app.request_count for select to attune_app_admin using (true);
create policy backup_reads on app.request_count for select to attune_app_backup using (true);
create policy worker_sees on app.request_count for select to attune_worker using (true);
create policy worker_adds on app.request_count for insert to attune_worker with check (true);
create policy worker_edits on app.request_count for update to attune_worker using (true);
create policy worker_deletes on app.request_count for delete to attune_worker using (true);
alter table app.request_count enable row level security, force row level security;
