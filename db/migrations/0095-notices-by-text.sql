-- The notification types that a client does not want as text messages, among those for which the client consents to texts.
alter table app.notification_setting add column text_off text[] not null default '{}' check (cardinality(text_off) <= 60);
grant insert (text_off), update (text_off) on app.notification_setting to attune_app_client;
