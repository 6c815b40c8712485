-- A write into an external calendar is noted before it is sent, so that a process that was killed in between recognizes its own event. Our
-- events are also recognized at another address, because some programs change an event by a copy and a deletion. An account that was
-- disconnected is deleted as soon as our events are deleted there.

-- The digest of a write that was begun; empty once its result is known.
alter table app.external_event add column begun_hash text not null default '' check (length(begun_hash) <= 60);
-- The session, busy time or series of which another event of the calendar is a copy: an event with the UID that we have given.
alter table app.external_item add column copy_of uuid;
create index external_item_copies on app.external_item (therapist_id, calendar_id, copy_of) where copy_of is not null;
-- An account that is being disconnected is deleted with its last calendar.
alter table app.external_account add column is_leaving boolean not null default false;

grant update (is_leaving) on app.external_account to attune_app_therapist;
grant insert (begun_hash), update (begun_hash) on app.external_event to attune_app_therapist;
grant insert (copy_of), update (copy_of) on app.external_item to attune_app_therapist;
