-- The pronouns of a client, as the therapist writes them down. No client reads the column.
alter table app.client add column pronouns text not null default '' check (length(pronouns) <= 40);
grant insert (pronouns), update (pronouns) on app.client to attune_app_therapist;
