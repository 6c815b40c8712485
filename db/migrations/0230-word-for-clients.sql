-- A practice calls the people whom it treats clients or patients.
alter table app.product_setting
  add column client_word text not null default 'clients' check (client_word in ('clients', 'patients'));
grant update (client_word) on app.product_setting to attune_app_admin;
