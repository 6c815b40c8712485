-- Everybody sets the address of their own picture; where it may lead is decided by the verb and by this check.
alter table app.profile add constraint profile_avatar_is_ours check (avatar_url ~ '^/avatars/[0-9a-f-]{36}/[0-9]{13}-[A-Za-z0-9_-]{22}\.webp$');
grant update (avatar_url) on app.profile to attune_app_therapist, attune_app_client, attune_app_admin;
