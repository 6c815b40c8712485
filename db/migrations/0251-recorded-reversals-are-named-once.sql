-- A reversal whose payment was recorded although the file already contained the reversal, as earlier versions proposed, is named in one review. The row
-- then has the moment, and no pair if the payment was in the same file.
alter table app.bank_reversal alter column pair drop not null,
  add column named_at timestamptz,
  add check (pair is not null or named_at is not null);
grant insert (named_at), update (named_at) on app.bank_reversal to attune_app_therapist;
