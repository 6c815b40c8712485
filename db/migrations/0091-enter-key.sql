-- What the Enter key does in the field for a message.
alter table app.profile add column enter_key text not null default 'line-break' check (enter_key in ('line-break', 'send'));
grant update (enter_key) on app.profile to attune_app_therapist, attune_app_client, attune_app_admin;
grant select (by_role) on app.message to attune_app_definer;

set local role attune_app_definer;

-- Removes the text and the files of a message of the actor; the row stays. The bytes of the files go with the sweep of files. Without another
-- unread message of the actor's side, the other side's unread notification about the conversation goes too.
create or replace function def.delete_message(message uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  files uuid[];
begin
  update app.message m set text = '', words = '', deleted_at = moment, updated_at = moment
    where m.id = message and m.sender_id = app.actor_id() and m.deleted_at is null;
  if not found then return; end if;
  with gone as (delete from app.message_file f where f.message_id = message and f.account_id = app.actor_id() returning f.file_id)
  select coalesce(array_agg(g.file_id), '{}') into files from gone g;
  delete from app.file_reader r where r.account_id = app.actor_id() and r.file_id = any (files) and r.reader_id <> r.account_id;
  delete from app.notification n using app.message m join app.client c on c.id = m.client_id
    where m.id = message and n.account_id = case m.by_role when 'therapist' then c.account_id else c.therapist_id end
      and n.related_type = 'conversation' and n.related_id = m.client_id and n.kind = 'message-received' and not n.is_read
      and not exists (select from app.message o where o.therapist_id = m.therapist_id and o.client_id = m.client_id and o.by_role = m.by_role
        and o.deleted_at is null and o.seq > coalesce((select max(r.seq) from app.conversation_read r
          where r.therapist_id = m.therapist_id and r.client_id = m.client_id and r.by_role <> m.by_role), 0));
end $$;
