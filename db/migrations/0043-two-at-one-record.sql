-- Two windows on one record: who saves says which version was read. A name in one form makes doubles cheap to find.

alter table app.client add column version int not null default 1;
alter table app.client add column name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored;
create index client_by_name_key on app.client (therapist_id, name_key);
grant update (version) on app.client to attune_app_therapist;
