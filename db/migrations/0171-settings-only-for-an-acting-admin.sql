-- The role of admins read and wrote the addresses for notifications, the numbers and the templates of texts without an actor. Now the actor must
-- be the account of an admin. Jobs read them with the role of the worker.

alter policy admin_keeps on app.notification_address
  using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = 'admin'));

do $$
declare
  name text;
begin
  foreach name in array array['text_sender', 'text_template'] loop
    execute format('alter policy admin_sees on app.%I using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = ''admin''))', name);
    execute format('alter policy admin_edits on app.%I using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = ''admin''))', name);
    execute format('alter policy admin_removes on app.%I using (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = ''admin''))', name);
    execute format('alter policy admin_adds on app.%I with check (exists (select from app.profile p where p.account_id = (select app.actor_id()) and p.role = ''admin''))', name);
  end loop;
end $$;
