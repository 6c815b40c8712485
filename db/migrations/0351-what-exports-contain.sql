-- Each table says in its comment in which part of a person’s export its rows are, or why they are in none (decision 220). `record` means the exports
-- of a therapist’s records.

do $$
declare
  described record;
begin
  for described in select t.name::regclass as relation, e.export from (values
    ('access', array[
      'app.access']),
    ('account', array[
      'app.profile', 'app.role_request', 'app.therapist_profile', 'app.user_device', 'auth."user"', 'auth.login', 'auth.passkey']),
    ('assistant', array[
      'app.assistant_conversation', 'app.assistant_draft', 'app.assistant_turn']),
    ('availability', array[
      'app.absence', 'app.availability', 'app.day_override', 'app.event', 'app.imported_calendar', 'app.waiting_list_setting']),
    ('documents', array[
      'app.document', 'app.document_request']),
    ('feedback', array[
      'app.feedback']),
    ('forms', array[
      'app.form_answer', 'app.form_document', 'app.form_signature', 'app.sent_form']),
    ('guardians', array[
      'app.guardian', 'app.guardian_right']),
    ('invoices', array[
      'app.estimate', 'app.estimate_client', 'app.estimate_document', 'app.invoice',
      'app.invoice_client', 'app.invoice_document', 'app.invoice_line', 'app.payment', 'app.receipt_withdrawal', 'app.superbill',
      'app.superbill_document', 'app.superbill_line', 'app.superbill_withdrawal']),
    ('journal', array[
      'app.journal_entry', 'app.journal_file', 'app.journal_reply', 'app.journal_share']),
    ('messages', array[
      'app.delivery', 'app.message', 'app.message_file']),
    ('none (a calendar has no content of its own)', array[
      'app.calendar']),
    ('none (a copy of the entry)', array[
      'app.journal_publication', 'app.journal_published_file']),
    ('none (a copy of what the other calendar has)', array[
      'app.imported_event', 'app.external_account', 'app.external_calendar', 'app.external_event', 'app.external_item', 'app.external_question']),
    ('none (a key of this server)', array[
      'app.draft_key', 'app.personal_export', 'app.provider_key', 'auth.account', 'auth.standing_code', 'auth.two_factor']),
    ('none (a log of ids, which the access log shows to the person)', array[
      'app.audit']),
    ('none (a question whose answer is an estimate)', array[
      'app.estimate_request']),
    ('none (a request that is waiting to take effect)', array[
      'app.external_consent', 'auth.email_change', 'auth.factor_reset']),
    ('none (a secret address)', array[
      'app.calendar_feed']),
    ('none (a secret that opens something once)', array[
      'auth.live_ticket', 'auth.secret', 'auth.verification']),
    ('none (an address of a device)', array[
      'app.push_subscription', 'app.push_waiting']),
    ('none (an index of texts that are in the export)', array[
      'app.search_build', 'app.search_name', 'app.search_text']),
    ('none (counts alone)', array[
      'app.assistant_day', 'app.incoming_text', 'app.request_count']),
    ('none (hashes alone)', array[
      'auth.known_device', 'auth.guess', 'auth.rate_limit', 'auth.superseded', 'auth.totp_used']),
    ('none (ids alone)', array[
      'app.guardian_superbill', 'app.guardian_invoice', 'app.change', 'app.conversation_arrival', 'app.conversation_read', 'app.erasure', 'app.held_item', 'app.session_reminder', 'app.subject_view']),
    ('none (names the bytes of files that are gone)', array[
      'app.file_gone']),
    ('none (numbers of the journal of invoices)', array[
      'app.datev_debtor', 'app.invoice_erased', 'app.invoice_erasure', 'app.invoice_lost', 'app.invoice_series']),
    ('none (official codes)', array[
      'app.diagnosis_code']),
    ('none (only a time that is free again)', array[
      'app.freed_time']),
    ('none (settings of the practice)', array[
      'app.assistant_setting', 'app.channel_setting', 'app.notification_address', 'app.product_setting', 'app.text_sender', 'app.text_template']),
    ('none (texts of the practice, which anybody can read)', array[
      'app.legal_version']),
    ('none (the files are with what they belong to)', array[
      'app.file']),
    ('none (the moments of the call are with each person)', array[
      'app.video_call']),
    ('none (the outbox without content)', array[
      'app.mail']),
    ('none (the state of the server)', array[
      'app.health', 'app.restored']),
    ('none (undoes one act of the journal)', array[
      'app.journal_act']),
    ('none (who may read a file is with what it belongs to)', array[
      'app.file_reader']),
    ('none (whose turn it is)', array[
      'app.safety_plan_turn']),
    ('notifications', array[
      'app.notification']),
    ('plan', array[
      'app.diagnosis_share', 'app.treatment_plan_client_signature', 'app.treatment_plan_share']),
    ('record', array[
      'app.service_price', 'app.series', 'app.session_waived', 'app.guardian_message', 'app.client_tag_client', 'app.bank_reversal', 'app.client', 'app.client_apart', 'app.client_contact', 'app.client_event', 'app.client_group',
      'app.client_group_member', 'app.client_note', 'app.conversation', 'app.custody_note', 'app.diagnosis', 'app.estimate_draft',
      'app.form_ticket', 'app.guardian_conversation', 'app.invitation', 'app.invoice_event', 'app.invoice_link', 'app.invoice_reminder',
      'app.journal_comment', 'app.paper_signature', 'app.payer', 'app.payer_split', 'app.payment_page', 'app.record_copy', 'app.session_billed',
      'app.session_history', 'app.session_note', 'app.session_note_addendum', 'app.session_note_version', 'app.session_text', 'app.task_history',
      'app.text_media', 'app.text_number', 'app.treatment_plan_detail', 'app.treatment_plan_reminder', 'app.treatment_plan_signature',
      'app.treatment_plan_version', 'app.treatment_progress', 'app.treatment_progress_comment', 'app.unassigned_text']),
    ('safety-plan', array[
      'app.safety_plan', 'app.safety_plan_share']),
    ('services', array[
      'app.booking_rule', 'app.business', 'app.business_logo', 'app.service', 'app.session_terms', 'app.session_type']),
    ('sessions', array[
      'app.change_request', 'app.session', 'app.session_client', 'app.session_text_share', 'app.video_call_person', 'app.waiting_entry', 'app.waiting_offer']),
    ('settings', array[
      'app.assistant_switch', 'app.client_tag', 'app.datev_setting', 'app.diagnosis_favorite',
      'app.journal_setting', 'app.message_settings', 'app.note_setting', 'app.notification_setting',
      'app.online_payment_setup']),
    ('tasks', array[
      'app.task', 'app.task_answer', 'app.task_client', 'app.task_comment', 'app.task_draft', 'app.task_file']),
    ('consents', array[
      'app.assistant_consent', 'app.text_consent', 'app.legal_consent']),
    ('none (days on which a series has no date)', array[
      'app.series_gap']),
    ('none (how the columns of a bank file are read)', array[
      'app.bank_mapping']),
    ('templates', array[
      'app.form', 'app.measure', 'app.measure_version', 'app.note_template', 'app.reminder_text', 'app.task_template'])
  ) e (export, names), unnest(e.names) t (name) loop
    execute format('comment on table %s is %L', described.relation,
      regexp_replace(obj_description(described.relation, 'pg_class'), '; kept: ', '; export: ' || described.export || '; kept: '));
  end loop;
end $$;

set local role attune_app_definer;

-- Reads the rules of all tables as before, and accepts the export before the period.
create or replace function def.table_rules() returns table (relation regclass, owner text, event text, action text, goes_with regclass, functions text[], reason text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass, comment[1], e.event, split_part(rule[1], ' ', 1),
    (select p.oid::regclass from pg_class p where p.relnamespace::regnamespace::text = rule[2] and p.relname = rule[3] and p.relkind in ('r', 'p')),
    array(select f[1] from regexp_matches(coalesce(rule[4], ''), 'def\.(\w+)', 'g') f), rule[5]
  from pg_class c,
    regexp_match(obj_description(c.oid, 'pg_class'),
      '^owner: (therapist|account|product); erasure: ([^;]+); disconnect: ([^;]+?)(?:; export: [^;]+)?(?:; kept: [^;]+)?(?:; feature: [a-z-]+)?$') comment,
    (values ('erasure', 2), ('disconnect', 3)) e (event, place),
    regexp_match(comment[e.place], '^(keep|delete|with (app|auth)\.(\w+))(?: by (def\.\w+(?: and def\.\w+)*))?(?: \(([^()]+)\))?$') rule
  where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and rule is not null
$$;
