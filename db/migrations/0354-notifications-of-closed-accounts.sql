-- A therapist's profile stays when the account is closed (decision 30), and with it stayed the notifications, their settings and the addresses of the
-- devices that received them. They are deleted with the account now, as those of a client or an admin are with the profile (decision 222).

do $$
declare
  relation regclass;
begin
  foreach relation in array array['app.notification', 'app.notification_setting', 'app.push_subscription', 'app.push_waiting', 'app.subject_view',
    'app.user_device']::regclass[] loop
    execute format('comment on table %s is %L', relation,
      replace(obj_description(relation, 'pg_class'), 'erasure: with app.profile', 'erasure: delete'));
  end loop;
end $$;

grant delete on app.notification_setting to attune_app_definer;
grant select (account_id), delete on app.subject_view to attune_app_definer;
create policy definer_erases on app.subject_view for all to attune_app_definer using (true);
