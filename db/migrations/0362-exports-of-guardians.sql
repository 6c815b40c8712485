-- The export of a guardian's own data has the messages with the therapists of the clients for whom the guardian acts.

comment on table app.guardian_conversation is
  'owner: therapist; erasure: keep by def.end_guardian_of_account (record: without the account); disconnect: keep; export: messages; kept: record; feature: guardian';
comment on table app.guardian_message is
  'owner: therapist; erasure: keep (record); disconnect: keep; export: messages; kept: record; feature: guardian';
