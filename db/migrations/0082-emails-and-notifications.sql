-- Who emails come from: the name that they show as their sender, and the address of the practice in their footer.
alter table app.product_setting add column email_name text not null default '' check (length(email_name) <= 120);
alter table app.product_setting add column practice_address text not null default '' check (length(practice_address) <= 300);
grant update (email_name, practice_address) on app.product_setting to attune_app_admin;
alter table app.product_setting no force row level security;
update app.product_setting set email_name = practice_name;
alter table app.product_setting force row level security;

-- Whether a client has chosen discreet emails.
alter table app.notification_setting add column discreet boolean not null default false;
grant insert (discreet), update (discreet) on app.notification_setting to attune_app_client;
