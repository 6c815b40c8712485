-- A notification can be about an invoice.
alter table app.notification drop constraint notification_related_type_check;
alter table app.notification add constraint notification_related_type_check
  check (related_type in ('user', 'session', 'client', 'task', 'entry', 'conversation', 'invoice'));
