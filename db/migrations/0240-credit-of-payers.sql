-- What a payer paid too much on one invoice is moved to another one, as a counter-entry there and a payment here with the method 'credit'.

alter table app.payment drop constraint payment_method_check,
  add constraint payment_method_check check (method in ('bank-transfer', 'credit-card', 'cash', 'provider', 'credit'));
