-- while no server runs: a server of the version before shows any export of an account as that of its own data.
-- A therapist's export of all records is a second kind of export. An account has at most one of each kind, and makes at most one at a time.

-- `choices` is what a therapist chose for an export of all records: parts, period, and what is left out unless it is chosen.
alter table app.personal_export
  add column kind text not null default 'personal' check (kind in ('personal', 'records')),
  add column choices jsonb check ((kind = 'records') = (choices is not null)),
  add check (kind = 'personal' or role = 'therapist'),
  drop constraint personal_export_pkey,
  add primary key (account_id, kind);
create unique index personal_export_making on app.personal_export (account_id) where ready_at is null and failed_at is null;
comment on table app.personal_export is
  'owner: account; erasure: delete; disconnect: keep; export: none (a key of this server); kept: few (one row per account and kind); feature: personal-export';
grant insert (kind, choices) on app.personal_export to attune_app_therapist;

select jobs.create_queue('records-export', '{"policy": "standard", "retryLimit": 5, "retryDelay": 10, "retryBackoff": true, "retryDelayMax": 300, "heartbeatSeconds": 10, "expireInSeconds": 43200, "deleteAfterSeconds": 3600, "retentionSeconds": 1209600}');
