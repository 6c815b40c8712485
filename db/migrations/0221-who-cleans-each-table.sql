-- Each table names in its comment how long its rows are kept and who cleans it (decision 155). The words of the assistant per day and the
-- feedback that admins have dealt with grew without an end; both get a period.

do $$
declare
  described record;
begin
  for described in select t.name::regclass as relation, k.kept from (values
    ('1 hour by deleteOldChanges (after the change)', array[
      'app.change']),
    ('25 hours by deleteOldRequestCounts (after the minute)', array[
      'app.request_count']),
    ('400 days by def.delete_old_assistant_days (after the day)', array[
      'app.assistant_day']),
    ('until its bytes are gone by runFileCleanup', array[
      'app.file_gone']),
    ('until nothing uses it by runFileCleanup', array[
      'app.file']),
    ('30 days by deleteExpiredTrash (after its client deletes it)', array[
      'app.journal_entry']),
    ('30 days by purgeDocuments (after its therapist deletes it)', array[
      'app.document']),
    ('until its retention ends by eraseEndedInvoices', array[
      'app.invoice']),
    ('with app.invoice', array[
      'app.invoice_client', 'app.invoice_document', 'app.invoice_event', 'app.invoice_line', 'app.invoice_link', 'app.invoice_reminder',
      'app.session_billed', 'app.payment', 'app.payment_page', 'app.receipt_withdrawal', 'app.superbill_line', 'app.superbill',
      'app.superbill_document', 'app.superbill_withdrawal']),
    ('with app.estimate', array[
      'app.estimate_client', 'app.estimate_document']),
    ('for ever (decision 0155)', array[
      'app.invoice_erased', 'app.invoice_erasure', 'app.invoice_lost']),
    ('with app.journal_entry', array[
      'app.journal_comment', 'app.journal_file', 'app.journal_publication', 'app.journal_reply', 'app.journal_share']),
    ('with app.journal_publication', array[
      'app.journal_published_file']),
    ('with app.file', array[
      'app.file_reader']),
    ('with app.client_tag', array[
      'app.client_tag_client']),
    ('with app.assistant_conversation', array[
      'app.assistant_turn']),
    ('until its therapist deletes it', array[
      'app.assistant_conversation', 'app.assistant_draft', 'app.absence', 'app.event', 'app.client_tag', 'app.diagnosis_favorite',
      'app.note_template', 'app.task_template', 'app.imported_calendar', 'app.external_account', 'app.external_calendar',
      'app.estimate_draft', 'app.estimate_request', 'app.unassigned_text', 'app.day_override', 'app.series_gap', 'app.service_price',
      'app.payer_split', 'app.reminder_text']),
    ('with app.external_calendar', array[
      'app.external_event', 'app.external_item', 'app.external_question']),
    ('with app.imported_calendar', array[
      'app.imported_event']),
    ('1 year by def.delete_old_feedback (after an admin has marked it as done)', array[
      'app.feedback']),
    ('until an admin deletes it', array[
      'app.notification_address', 'app.text_sender', 'app.text_template']),
    ('record', array[
      'app.change_request', 'app.client', 'app.client_apart', 'app.client_contact', 'app.client_event', 'app.client_note',
      'app.conversation', 'app.conversation_arrival', 'app.conversation_read', 'app.delivery', 'app.diagnosis', 'app.diagnosis_share',
      'app.document_request', 'app.form_document', 'app.form_signature', 'app.invitation', 'app.message', 'app.message_file',
      'app.paper_signature', 'app.payer', 'app.sent_form', 'app.series', 'app.session', 'app.session_client', 'app.session_history',
      'app.session_note', 'app.session_note_addendum', 'app.session_note_version', 'app.session_reminder', 'app.session_text',
      'app.session_text_share', 'app.session_waived', 'app.task', 'app.task_answer', 'app.task_client', 'app.task_comment', 'app.task_file',
      'app.task_history', 'app.text_number', 'app.treatment_plan_client_signature', 'app.treatment_plan_detail',
      'app.treatment_plan_reminder', 'app.treatment_plan_share', 'app.treatment_plan_signature', 'app.treatment_plan_version',
      'app.treatment_progress', 'app.treatment_progress_comment', 'app.waiting_entry', 'app.estimate', 'app.text_media']),
    ('record (a ledger that proves a consent)', array[
      'app.assistant_consent', 'app.text_consent']),
    ('few (one row per account)', array[
      'app.assistant_switch', 'app.calendar_feed', 'app.draft_key', 'app.journal_setting', 'app.notification_setting', 'app.profile',
      'app.therapist_profile', 'app.safety_plan', 'app.safety_plan_share', 'app.safety_plan_turn', 'app.legal_consent', 'app.role_request',
      'auth.account', 'auth."user"', 'auth.two_factor', 'auth.standing_code', 'auth.passkey']),
    ('few (one row per therapist)', array[
      'app.availability', 'app.business', 'app.calendar', 'app.external_consent', 'app.message_settings', 'app.online_payment_setup',
      'app.session_terms', 'app.waiting_list_setting']),
    ('few (a therapist has only some)', array[
      'app.bank_mapping', 'app.booking_rule', 'app.business_logo', 'app.form', 'app.service', 'app.session_type']),
    ('few (one row per therapist and year)', array[
      'app.invoice_series']),
    ('few (one row for the product, provider or check)', array[
      'app.assistant_setting', 'app.channel_setting', 'app.health', 'app.product_setting', 'app.provider_key']),
    ('few (one row per version of a text)', array[
      'app.legal_version']),
    ('few (one row per device)', array[
      'app.push_subscription', 'app.user_device']),
    ('few (one row per unfinished form or task)', array[
      'app.form_answer', 'app.task_draft']),
    ('until the next page of its account opens by setViewed', array[
      'app.subject_view']),
    ('until the notification is sent by pushJobs', array[
      'app.push_waiting']),
    ('few (until a person decides or the next restore)', array[
      'app.held_item', 'app.restored']),
    ('until it expires by deleteExpiredAuthData', array[
      'auth.email_change', 'auth.guess', 'auth.live_ticket', 'auth.login', 'auth.rate_limit', 'auth.verification']),
    ('until six times its validity is over by deleteExpiredAuthData', array[
      'auth.secret', 'auth.superseded']),
    ('365 days by deleteExpiredAuthData (after the device was last seen)', array[
      'auth.known_device']),
    ('1 day by deleteExpiredAuthData (after the use)', array[
      'auth.totp_used']),
    ('until it takes effect by applyDueFactorResets', array[
      'auth.factor_reset'])
  ) k (kept, names), unnest(k.names) t (name) loop
    execute format('comment on table %s is %L', described.relation,
      regexp_replace(obj_description(described.relation, 'pg_class'), '; feature: ', '; kept: ' || described.kept || '; feature: '));
  end loop;
end $$;

comment on table jobs.job is 'kept: 1 day by pg-boss (after the end of the job)';
comment on table jobs.job_common is 'kept: 1 day by pg-boss (after the end of the job)';
comment on table jobs.job_dependency is 'kept: with jobs.job';
comment on table jobs.queue is 'kept: few (one row per kind of job)';
comment on table jobs.schedule is 'kept: few (one row per schedule)';
comment on table jobs.subscription is 'kept: few (one row per event and queue)';
comment on table jobs.version is 'kept: few (one row)';
comment on table jobs.bam is 'kept: few (one row per change of pg-boss’ own tables)';
comment on table jobs.warning is 'kept: few (pg-boss stores no warnings here)';
comment on table jobs.queue_stats is 'kept: few (pg-boss stores no statistics here)';
comment on table meta.migration is 'kept: few (one row per migration)';

grant select (day) on app.assistant_day to attune_app_definer;
grant select (id, done_at), delete on app.feedback to attune_app_definer;
create policy definer_cleans on app.feedback for all to attune_app_definer using (true);

set local role attune_app_definer;

-- As those of 0170: each deletes at most `batch` rows whose period ended before `moment` and returns how many it deleted.

create function def.delete_old_assistant_days(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.assistant_day a where (a.account_id, a.day) in (select o.account_id, o.day from app.assistant_day o
    where o.day < (moment - interval '400 days')::date limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

create function def.delete_old_feedback(moment timestamptz, batch int) returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  deleted int;
begin
  delete from app.feedback f where f.id in (select o.id from app.feedback o where o.done_at < moment - interval '1 year' limit batch);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

comment on function def.delete_old_assistant_days is 'feature: assistant';
comment on function def.delete_old_feedback is 'feature: administration';
grant execute on function def.delete_old_assistant_days, def.delete_old_feedback to attune_worker;
