-- Versions before 0243 proposed a payment although the same file reversed it; the review of a file names such payments once. The time of a payment does
-- not tell whether it is one: a statement can end between a payment and its reversal on the same day. So the payments that exist now are marked.
alter table app.payment add column recorded_before_reversals boolean not null default true;
alter table app.payment alter column recorded_before_reversals set default false;
comment on column app.payment.recorded_before_reversals is 'Whether it was recorded before this column existed, maybe by a version that did not read reversals in bank files.';
