-- Reminders of overdue invoices. A reminder is a document of its own without a number; the invoice stays as it is.

create table app.invoice_reminder (
  therapist_id uuid not null,
  invoice_id uuid not null,
  step int not null check (step between 1 and 3),
  made_on date not null,
  -- The day until which the reminder asks for the payment.
  pay_by date not null check (pay_by >= made_on),
  -- Everything that its page shows.
  frozen jsonb not null,
  made_at timestamptz not null default now(),
  primary key (invoice_id, step),
  foreign key (therapist_id, invoice_id) references app.invoice (therapist_id, id)
);
comment on table app.invoice_reminder is 'owner: therapist; erasure: keep (with its invoice); disconnect: keep';
create index invoice_reminder_invoice on app.invoice_reminder (therapist_id, invoice_id, step);

grant select on app.invoice_reminder to attune_app_therapist, attune_worker, attune_app_backup;
grant insert (therapist_id, invoice_id, step, made_on, pay_by, frozen) on app.invoice_reminder to attune_app_therapist;
create trigger append_only before update or delete or truncate on app.invoice_reminder for each statement execute function app.refuse_change();
create policy therapist_keeps on app.invoice_reminder for all to attune_app_therapist using (therapist_id = (select app.actor_id()));
create policy worker_sees on app.invoice_reminder for select to attune_worker using (therapist_id = (select app.actor_id()));
create policy backup_reads on app.invoice_reminder for select to attune_app_backup using (true);
alter table app.invoice_reminder enable row level security, force row level security;

-- Makes the document of a reminder.
select jobs.create_queue('payment-reminder', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
