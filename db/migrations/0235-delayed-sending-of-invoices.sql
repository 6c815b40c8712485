-- The emails about invoices that are issued together leave after a minute. Until then, the therapist can prevent them: the first of the two events
-- of an invoice decides, and the other cannot be inserted.
alter table app.invoice_event drop constraint invoice_event_kind_check;
alter table app.invoice_event add constraint invoice_event_kind_check check (kind in ('drafted', 'issued', 'document-made', 'sending-begun',
  'sending-stopped', 'sent', 'opened', 'credited', 'payment', 'reminded', 'receipt-made'));
create unique index invoice_event_sending on app.invoice_event (therapist_id, invoice_id) where kind in ('sending-begun', 'sending-stopped');

select jobs.create_queue('invoice-sending', '{"policy": "standard", "retryLimit": 20, "retryDelay": 5, "retryBackoff": true, "retryDelayMax": 3600, "heartbeatSeconds": 10, "expireInSeconds": 300, "deleteAfterSeconds": 86400, "retentionSeconds": 1209600}');
