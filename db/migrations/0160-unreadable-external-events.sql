-- Events of others in an external calendar that could not be read, or whose times are unclear. The settings show how many there are.
alter table app.external_item add column is_unreadable boolean not null default false;
alter table app.external_calendar add column unreadable int not null default 0;
grant insert (is_unreadable), update (is_unreadable) on app.external_item to attune_app_therapist;
grant update (unreadable) on app.external_calendar to attune_app_therapist;
