-- Names in the comment of each function of schema def the feature that it belongs to, as the tables do. 'platform' stands for the code that
-- belongs to no feature, such as the functions that announce changes. A later function gets its comment where it is created.
set local role attune_app_definer;

do $$
declare
  named record;
begin
  for named in select p.oid::regprocedure as procedure, f.feature from (values
    ('access', 'leave_line leave_lines'),
    ('account', 'become_therapist_openly decide_role'),
    ('administration', 'administration_audit administration_audit_actions administration_audit_people coming_sessions failed_jobs
      hold_several_accounts job_counts note_failing_channels run_failed_jobs set_disk_low sign_out_account
      text_health usage_counts'),
    ('assistant-consent', 'assistant_consent assistant_consent_in_force end_assistant end_assistant_of_account end_assistant_of_record
      give_assistant_consent lock_assistant_record withdraw_assistant_consent'),
    ('calendar', 'calendars_to_read erase_busy_times feed_fetched feed_of'),
    ('change-request', 'other_participants'),
    ('client', 'account_of_record bind_record disconnect drop_record hand_over_account
      mark_erased_account may_book my_people my_records role_obstacles task_rests unbind_record
      unmark_erased_account'),
    ('client-history', 'note_client_event'),
    ('connection', 'accept_invitation invitation_mail is_reachable join_therapist look_at_invitation send_fresh_invitation'),
    ('consent', 'end_text_consents end_text_consents_of_account end_text_consents_of_phone end_text_consents_of_record give_text_consent lock_text_number
      lock_text_numbers note_first_text same_phone start_number text_consent text_consents_in_force
      withdraw_text_consent'),
    ('delivery', 'change_waiting_delivery delivery_owner lock_number note_provider_block number_is_busy overdue_deliveries
      queue_delivery stop_deliveries stop_number'),
    ('document', 'document_fits follow_document_account purge_documents'),
    ('estimate', 'estimate_number_follows follow_estimate_account show_estimate'),
    ('external-calendar', 'external_calendars_to_sync is_shared_with_others'),
    ('file', 'file_born file_drop file_gone file_let_read file_withdraw files_gone files_loose files_removed
      files_unfinished files_waiting let_read_text_media reader_gone task_file_read task_file_unread
      task_files_to_me text_media_gone'),
    ('form', 'cancel_open_forms follow_form_account forms_to_remind guardians_for_form signature_fits signed_form_stays'),
    ('invoice', 'bill_or_waive day_in erase_ended_invoices erase_invoice erase_invoice_drafts erased_is_gone
      follow_invoice_account invoice_link_mail invoice_link_owner invoice_retention invoice_retention_years
      is_being_erased keep_billed keep_until_erased lose_invoice_numbers number_is_taken number_outlives
      reached_invoice_numbers refuse_frozen_invoice refuse_frozen_line series_steps show_issued_invoice'),
    ('journal', 'empty_bins end_all_journal_shares end_journal_shares journal_connection_over publish_entry put_publication
      reply_to_entry revoke_entry share_entry'),
    ('legal-text', 'hold_legal_versions legal_consent_fits'),
    ('login', 'farewell farewell_blocked is_disabled login_is_over role_of'),
    ('message', 'attach_message_files begin_conversation begin_text_conversation delete_message edit_message
      erase_message_files find_messages find_messages_of has_unread_notification insert_message insert_received_text
      insert_text_message lock_conversation read_conversation reply_automatically text_media_changed
      touch_delivered_message unanswered_absence'),
    ('notification', 'admins insert_notification may_notify may_tell notification_addresses'),
    ('notification-address', 'verify_notification_address'),
    ('online-payment', 'due_online_payments'),
    ('payment', 'lock_invoice payment_fits withdraw_receipt'),
    ('platform', 'acting_as announce_accounts announce_factor announce_reach audit_link_opening change_absence change_access
      change_assistant_consent change_assistant_draft change_availability change_change_request change_client
      change_client_tag change_client_tag_client change_conversation change_conversation_read change_day_override
      change_diagnosis change_diagnosis_share change_document change_document_request change_estimate
      change_estimate_document change_event change_external_calendar change_external_question change_feedback
      change_file change_file_reader change_form change_form_document change_freed_time change_health
      change_imported_calendar change_invitation change_invoice change_invoice_document change_invoice_link
      change_invoice_link_mail change_invoice_reminder change_journal_comment change_journal_entry
      change_journal_publication change_journal_reply change_journal_share change_login change_message
      change_notification change_notification_address change_payer change_payment change_product_setting
      change_profile change_role_request change_safety_plan change_safety_plan_share change_sent_form change_series
      change_service change_session change_session_client change_session_text change_session_text_share
      change_session_type change_superbill change_superbill_document change_superbill_withdrawal change_task
      change_task_answer change_task_client change_task_comment change_text_consent
      change_treatment_plan_client_signature change_treatment_plan_share change_treatment_plan_signature
      change_treatment_plan_version change_treatment_progress change_unassigned_text change_waiting_entry
      change_waiting_list_setting change_waiting_offer end_further_logins post_mail post_mail_to_guardians
      rule_functions table_rules take_cancel_back tell_of_free_times'),
    ('profile', 'admin_exists become_therapist change_role copy_email end_logins erase_account hold_admins hold_role
      invite_account make_first_admin make_therapist switch_account'),
    ('push', 'end_push_of_logins queue_push take_device take_push_endpoint'),
    ('recurrence', 'end_sole_series series_to_extend'),
    ('safety', 'client_shares_end end_safety_share share_safety_plan'),
    ('schedule', 'busy free_times_by_absence free_times_by_availability free_times_by_day_override free_times_by_event
      free_times_by_imported_event free_times_by_session free_times_by_session_terms held lock_calendar taken'),
    ('series', 'end_series_of others_in_all'),
    ('session', 'accept_waiting_offer book_session clients_with_push companions_in end_sessions others_in request_session
      request_session_of_type session_freed take_counter'),
    ('session-type', 'is_session_type offered_session_types'),
    ('superbill', 'keep_superbill superbill_is_complete superbill_line_fits withdraw_superbills'),
    ('task', 'archive_all_tasks archive_tasks deliver_after hold_record_of task_client_gone task_file_gone tasks_to_deliver
      tasks_to_remind'),
    ('text-message', 'erase_text_media keep_text_media keep_unassigned_text last_writer_to move_unassigned_text note_incoming_text
      overdue_text_media take_unassigned_text text_totals therapists_with_number unknown_texts'),
    ('treatment-plan', 'end_plan_shares my_objectives plans_to_review'),
    ('waiting-list', 'busy_time_freed decline_waiting_offer end_waiting_entries end_waiting_offers follow_waiting_record
      may_wait_instead note_freed_times quiet_hours_of_waiting wake_waiting_lists')
  ) f (feature, names)
    cross join regexp_split_to_table(f.names, '\s+') function_name
    join pg_proc p on p.pronamespace = 'def'::regnamespace and p.proname = function_name loop
    execute format('comment on function %s is %L', named.procedure, 'feature: ' || named.feature);
  end loop;
end $$;
