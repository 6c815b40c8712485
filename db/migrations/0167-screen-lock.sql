-- The screen lock of a login. `locked_at` is set while a page has locked the login, `active_at` is when a page last reported that the person
-- used it. `page_key` tells the pages that were open before from a new one; it changes with each lock and unlock.
-- `unlock_secret` is the hash of what a device with fingerprints or faces proves, `unlock_secret_at` is when it
-- was issued, and `unlock_secret_failures` counts the wrong ones since.
alter table auth.login
  add column locked_at timestamptz,
  add column active_at timestamptz,
  add column page_key uuid not null default gen_random_uuid(),
  add column unlock_secret text check (length(unlock_secret) <= 100),
  add column unlock_secret_at timestamptz,
  add column unlock_secret_failures int not null default 0;
-- The pages that are open during the upgrade are in use.
update auth.login set active_at = now();
