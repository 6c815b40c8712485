-- When and of what an account is told by mail, what the practice says about help, and what people write about the product.

create table app.notification_setting (
  account_id uuid primary key references app.profile (account_id) on delete cascade,
  -- wall-clock times of the account's zone; both null: mails leave at any hour
  quiet_from text check (quiet_from ~ '^[0-2][0-9]:[0-5][0-9]$'),
  quiet_to text check (quiet_to ~ '^[0-2][0-9]:[0-5][0-9]$'),
  mail_off text[] not null default '{}' check (cardinality(mail_off) <= 60),
  updated_at timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null))
);
comment on table app.notification_setting is 'owner: account';

create table app.feedback (
  id uuid primary key,
  account_id uuid not null references app.profile (account_id) on delete cascade,
  text text not null check (length(text) between 1 and 4000),
  page text not null default '' check (length(page) <= 200),
  created_at timestamptz not null default now()
);
comment on table app.feedback is 'owner: account';
create index feedback_account on app.feedback (account_id, created_at desc);

alter table app.product_setting add column support_text text not null default '' check (length(support_text) <= 2000);
alter table app.product_setting add column support_email text check (support_email = lower(support_email) and length(support_email) <= 254);
grant update (support_text, support_email) on app.product_setting to attune_app_admin;

grant select on app.notification_setting to attune_app_therapist, attune_app_client, attune_app_admin, attune_worker;
grant insert (account_id, quiet_from, quiet_to, mail_off), update (quiet_from, quiet_to, mail_off, updated_at)
  on app.notification_setting to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_keeps on app.notification_setting for all to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_keeps on app.notification_setting for all to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_keeps on app.notification_setting for all to attune_app_admin using (account_id = (select app.actor_id()));
create policy worker_sees on app.notification_setting for select to attune_worker using (account_id = any ((select def.my_people())::uuid[]));

grant select on app.feedback to attune_app_therapist, attune_app_client, attune_app_admin;
grant insert (id, account_id, text, page) on app.feedback to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_sees on app.feedback for select to attune_app_therapist using (account_id = (select app.actor_id()));
create policy client_sees on app.feedback for select to attune_app_client using (account_id = (select app.actor_id()));
create policy admin_sees on app.feedback for select to attune_app_admin using (true);
create policy therapist_writes on app.feedback for insert to attune_app_therapist with check (account_id = (select app.actor_id()));
create policy client_writes on app.feedback for insert to attune_app_client with check (account_id = (select app.actor_id()));
create policy admin_writes on app.feedback for insert to attune_app_admin with check (account_id = (select app.actor_id()));

-- A note to oneself (row 7.04). What concerns others is written by def.tell alone.
grant insert (id, account_id, kind, params) on app.notification to attune_app_therapist, attune_app_client, attune_app_admin;
create policy therapist_notes on app.notification for insert to attune_app_therapist with check (account_id = (select app.actor_id()));
create policy client_notes on app.notification for insert to attune_app_client with check (account_id = (select app.actor_id()));
create policy admin_notes on app.notification for insert to attune_app_admin with check (account_id = (select app.actor_id()));

do $$
declare
  name text;
begin
  foreach name in array array['notification_setting', 'feedback'] loop
    execute format('grant select on app.%I to attune_app_backup', name);
    execute format('create policy backup_reads on app.%I for select to attune_app_backup using (true)', name);
    execute format('alter table app.%I enable row level security, force row level security', name);
  end loop;
end $$;

set local role attune_app_definer;
grant execute on function def.tell_admins(text, jsonb) to attune_app_therapist, attune_app_admin;
set local role attune_owner;
