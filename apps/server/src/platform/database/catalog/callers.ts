import type { CatalogRule } from './shapes.ts'

const [own, records] = ['app.actor_id()', 'any (def.my_records())']

/**
 * The security-definer functions that a therapist, a client or an admin may execute. Each value is a part of the function's source: the
 * condition that checks the caller's right to the rows that the arguments name.
 */
const proofs: Record<string, string> = {
  'def.accept_invitation(uuid)': `s.subject = invitation::text and s.used_by = ${own}`,
  'def.accept_guardian_invitation(uuid)': `s.subject = invited::text and s.used_by = ${own}`,
  'def.acknowledge_messages(uuid[])': `${own} = case when m.by_role = 'client' then c.therapist_id else c.account_id end`,
  'def.are_group_members(uuid,uuid[],date)': `g.id = of_group and g.therapist_id = ${own}`,
  'def.attach_message_files(uuid,uuid[])': `m.sender_id = ${own}`,
  'def.become_therapist_openly()': `<> 'open' then return false`,
  'def.book_session(uuid,uuid,uuid,timestamp with time zone,text,text,timestamp with time zone)': `c.therapist_id = therapist and c.account_id = ${own}`,
  'def.busy(uuid,timestamp with time zone,timestamp with time zone,uuid)': 'from def.taken(therapist,',
  'def.companions_in(uuid)': `me.session_id = s.id and me.client_id = ${records}`,
  'def.change_waiting_delivery(uuid,text,text,boolean,timestamp with time zone)': `d.therapist_id = ${own}`,
  'def.closed_record_endings()': `p.account_id = ${own} and p.role = 'admin'`,
  'def.keep_closed_records(uuid,date)': `p.account_id = ${own} and p.role = 'admin'`,
  'def.practice_country()': `p.account_id = ${own} and p.role = 'admin'`,
  'def.client_of_guardian(uuid)': `g.account_id = ${own}`,
  'def.clients_with_push(uuid[])': `c.therapist_id = ${own}`,
  'def.decide_held(uuid[],text,timestamp with time zone)': `h.therapist_id = ${own}`,
  'def.confirm_login(text,timestamp with time zone,text)': `s.user_id = ${own}`,
  'def.decide_held_of_practice(text,text,timestamp with time zone)': `p.account_id = ${own} and p.role = 'admin'`,
  'def.deliver_after(uuid,timestamp with time zone)': `l.client_id = ${records}`,
  'def.delete_message(uuid,timestamp with time zone)': `m.id = message and m.sender_id = ${own}`,
  'def.disconnect(uuid,timestamp with time zone,uuid)': `c.id = record and ${own} in (c.therapist_id, c.account_id)`,
  'def.drop_record(uuid)': `c.id = record and c.therapist_id = ${own}`,
  'def.edit_message(uuid,text,text[],timestamp with time zone)': `m.id = message and m.sender_id = ${own}`,
  'def.end_series_of(uuid)': `${own} in (c.therapist_id, c.account_id)`,
  'def.farewell(timestamp with time zone)': `def.erase_account(${own})`,
  'def.farewell_blocked(timestamp with time zone)': `s.therapist_id = ${own}`,
  'def.file_drop(uuid[])': `f.account_id = ${own}`,
  'def.file_let_read(uuid[],uuid[])': `f.account_id = ${own}`,
  'def.file_withdraw(uuid[],uuid[])': `r.account_id = ${own}`,
  'def.find_messages(text,uuid,timestamp with time zone,uuid,integer)': `def.find_messages_of(query, ${own}, conversation, before_at, before_id, most) x union all`,
  'def.find_texts(text[],integer)': `from def.find_texts_of(${own}, null,`,
  'def.find_names(text[],bigint[],integer)': `account uuid := ${own};`,
  'def.find_similar_names(text[],integer)': `account uuid := ${own};`,
  'def.is_search_built()': `${own} is not null and not exists`,
  'def.are_names_built()': `${own} is not null and not exists`,
  'def.guardians_of_my_records()': `g.client_id = ${records}`,
  'def.give_text_consent(uuid,text,text,text[],integer,text,text,text,text,uuid,timestamp with time zone)': `c.id = client and ${own} in (c.therapist_id, c.account_id)`,
  'def.guardians_of_diagnoses(uuid)': `s.therapist_id = ${own} and s.client_id = record`,
  'def.guardians_of_form(uuid)': `s.id = form and s.therapist_id = ${own}`,
  'def.guardian_conversation_closed(uuid)': `${own} in (v.therapist_id, v.account_id)`,
  'def.insert_guardian_message(uuid,uuid,text,timestamp with time zone)': `x.therapist_id = ${own} or x.account_id = ${own} and x.client_id = app.acting_for()`,
  'def.lock_guardian_conversation(uuid)': `v.therapist_id = ${own} or v.account_id = ${own} and v.client_id = app.acting_for()`,
  'def.read_guardian_conversation(uuid,integer)': `v.account_id = ${own} and v.client_id = app.acting_for()`,
  'def.unread_guardian_conversations()': `v.therapist_id = ${own}`,
  'def.guardians_of_plan(uuid)': `r.therapist_id = ${own} and r.client_id = record`,
  'def.hand_over_account(uuid,uuid)': `c.id = from_record and c.therapist_id = ${own}`,
  'def.guardians_told_of_invoice(uuid)': `v.therapist_id = ${own}`,
  'def.is_guardian_without_invoices(uuid)': `k.therapist_id = ${own}`,
  'def.guardians_of_sessions(uuid[],uuid)': `sc.therapist_id = ${own}`,
  'def.guardian_names_in(uuid)': `g.therapist_id = ${own} or g.client_id = any (def.acting_records_in`,
  'def.guardians_to_notify(uuid,uuid[])': `sc.therapist_id = ${own} or exists (select from app.session_client me`,
  'def.is_therapist_in_call(uuid,timestamp with time zone)': 'return def.my_part_in(session) is not null and',
  'def.may_start_call(uuid,timestamp with time zone,integer)': `s.therapist_id = ${own} or def.my_part_in(s.id) is not null`,
  'def.my_calls_start_in_attune()': `def.calls_start_in_attune(${own})`,
  'def.my_call_sessions()': `c.account_id = ${own}`,
  'def.my_part_in(uuid)': `c.account_id = ${own}`,
  'def.my_stay_in(uuid)': `c.account_id = ${own}`,
  'def.my_guardianships()': `g.account_id = ${own}`,
  'def.my_guarded_call_sessions()': `r.account_id = ${own} and r.client_id = app.acting_for()`,
  'def.my_name_in_call(uuid)': `p.account_id = ${own} and record is not null`,
  'def.people_of_call(uuid)': 'if def.my_stay_in(session) is null then return 0',
  'def.guardians_in_calls(uuid[])': `p.therapist_id = ${own} or g.account_id = ${own} and p.client_id = app.acting_for()`,
  'def.have_guardians(uuid[])': `r.therapist_id = ${own}`,
  'def.held_counts()': `p.account_id = ${own} and p.role = 'admin'`,
  'def.held(uuid,timestamp with time zone,timestamp with time zone)': 'if not def.may_book(therapist) then return',
  'def.has_open_copy(uuid)': `${own} = t.therapist_id`,
  'def.hold_record_of(uuid)': `${own} in (c.therapist_id, c.account_id)`,
  'def.guardian_invitation_mail(uuid)': `m.acting_for = ${own}`,
  'def.insert_message(uuid,uuid,text,text[],timestamp with time zone)': `${own} in (c.therapist_id, c.account_id)`,
  'def.insert_notification(uuid,uuid,text,jsonb,text,uuid,uuid)': 'if not def.may_notify(recipient,',
  'def.insert_received_text(uuid,uuid,text,text,text[],timestamp with time zone,timestamp with time zone,integer)': `v.therapist_id = ${own}`,
  'def.insert_text_message(uuid,uuid,text,text,text[],timestamp with time zone)': `c.therapist_id = ${own}`,
  'def.invitation_mail(uuid)': `m.acting_for = ${own}`,
  'def.form_ticket_mail(uuid)': `m.acting_for = ${own}`,
  'def.invoice_link_mail(uuid)': `m.acting_for = ${own}`,
  'def.is_invoice_kept(uuid)': `v.therapist_id = ${own}`,
  'def.is_reachable(uuid)': `${own} in (c.therapist_id, c.account_id)`,
  'def.holders_of_own_records()': `c.account_id = ${own}`,
  'def.is_session_type(uuid,uuid)': `t.therapist_id = therapist and c.account_id = ${own}`,
  'def.is_shared_with_others(uuid)': `mine.id = account and mine.therapist_id = ${own}`,
  'def.join_therapist(bytea)': 's.code_hash = entered_hash',
  'def.leave_guardian_line(text,uuid,timestamp with time zone)': `r.account_id = ${own} and r.therapist_id = c.therapist_id and r.client_id = c.id`,
  'def.leave_lines(text,text,uuid[],timestamp with time zone)': `c.therapist_id = ${own}`,
  'def.lock_calendar(uuid)': `if therapist <> ${own}`,
  'def.lock_conversation(uuid)': `c.id = conversation and ${own} in (c.therapist_id, c.account_id)`,
  'def.may_book(uuid)': `therapist = ${own}`,
  'def.move_custody_notes(uuid,uuid)': `c.id in (from_record, to_record) and c.therapist_id = ${own}`,
  'def.move_guardians(uuid,uuid)': `c.id in (from_record, to_record) and c.therapist_id = ${own}`,
  'def.measure_to_send(uuid)': `def.copy_of_measure(${own}, measure)`,
  'def.measures_to_send()': `m.therapist_id = ${own}`,

  'def.advance_guardians(uuid,timestamp with time zone)': `x.therapist_id = ${own} and x.client_id = record`,
  'def.renew_guardian(uuid,text[],timestamp with time zone)': `of_client is not distinct from ${own} or g.therapist_id = ${own}`,
  // The age is a setting of the practice and belongs to no account.
  'def.majority_age()': 'return (select s.majority_age from app.product_setting s)',
  'def.retention_of_record(uuid)': `c.id = record and c.therapist_id = ${own}`,
  'def.lock_record_to_hold(uuid)': `c.id = record and c.therapist_id = ${own}`,
  'def.my_guarded_people()': `array[${own}]`,
  'def.my_form_signers()': `array[${own}]`,
  'def.my_people()': `array[${own}]`,
  'def.my_records()': `c.account_id = ${own}`,
  'def.my_shared_groups()': `sc.client_id = ${records}`,
  'def.my_objectives()': `c.account_id = ${own}`,
  'def.move_unassigned_text(uuid,uuid)': `u.id = text_id and u.therapist_id = ${own}`,
  'def.offered_session_types(uuid)': `c.therapist_id = therapist and c.account_id = ${own}`,
  'def.other_participants(uuid)': 'me.session_id = p.session_id and me.client_id = any (mine)',
  'def.others_in(uuid)': 'me.session_id = o.session_id and me.client_id = any (mine)',
  'def.others_in_all(uuid[])': 'me.session_id = o.session_id and me.client_id = any (mine)',
  'def.post_mail(uuid,uuid,text,uuid,uuid,integer,uuid)': 'not def.may_notify(recipient, subject)',
  'def.post_mail_to_guardians(uuid,text,uuid,integer)': `(c.therapist_id = ${own} or exists`,
  'def.queue_delivery(uuid,uuid,uuid,text,text,text,jsonb,timestamp with time zone,timestamp with time zone)': `c.id = record and c.therapist_id = ${own}`,
  'def.queue_push(uuid,text,uuid)': 'if not def.may_notify(recipient,',
  'def.quiet_hours_of_waiting()': `e.therapist_id = ${own}`,
  'def.read_conversation(uuid,integer,timestamp with time zone)': `${own} in (c.therapist_id, c.account_id)`,
  'def.renew_copy(uuid)': `${own} = t.therapist_id`,
  'def.reply_automatically(uuid,uuid,text,text[],timestamp with time zone)': `v.client_id = conversation and c.account_id = ${own}`,
  'def.reply_to_entry(uuid,uuid,text,timestamp with time zone)': `s.therapist_id = ${own} and s.entry_id = entry`,
  'def.request_session(uuid,uuid,timestamp with time zone,timestamp with time zone,text,text)':
    'c.therapist_id = therapist and c.id = def.acting_record(therapist)',
  'def.request_session_of_type(uuid,uuid,uuid,timestamp with time zone,text)': `c.therapist_id = therapist and c.account_id = ${own}`,
  'def.publish_entry(uuid,integer,timestamp with time zone)': `e.id = entry and e.account_id = ${own}`,
  'def.revoke_entry(uuid,uuid)': `def.end_journal_shares(${own},`,
  'def.share_entry(uuid,uuid[],uuid,timestamp with time zone)': `e.id = entry and e.account_id = ${own}`,
  'def.share_safety_plan(uuid,boolean,integer)': `c.therapist_id = therapist and c.account_id = ${own}`,
  'def.take_cancel_back(uuid)': `m.acting_for = ${own}`,
  'def.take_device(uuid,text)': `d.account_id <> ${own}`,
  'def.assistant_consent(uuid,integer)': `c.id = client and c.therapist_id = ${own}`,
  'def.give_assistant_consent(uuid,integer,text,integer,text,text,uuid,timestamp with time zone)': `c.id = client and ${own} in (c.therapist_id, c.account_id)`,
  'def.withdraw_assistant_consent(uuid,uuid,timestamp with time zone)': `c.id = client and ${own} in (c.therapist_id, c.account_id)`,
  'def.take_counter(uuid,timestamp with time zone)': 'c.client_id = any (def.acting_records_in(c.session_id))',
  'def.take_push_endpoint(text)': `s.endpoint = address and s.account_id <> ${own}`,
  'def.take_unassigned_text(uuid)': `u.id = text_id and u.therapist_id = ${own}`,
  'def.taken(uuid,timestamp with time zone,timestamp with time zone,uuid)': `if therapist <> ${own}`,
  'def.task_files_to_me(uuid)': `l.client_id = ${records}`,
  'def.is_record_paused(uuid,uuid)': `${own} in (c.therapist_id, c.account_id)`,
  'def.text_consent(uuid,text)': `c.id = client and ${own} in (c.therapist_id, c.account_id)`,
  'def.unanswered_absence(uuid,timestamp with time zone)': `c.id = conversation and c.account_id = ${own}`,
  'def.unbind_record(uuid)': `c.id = record and c.therapist_id = ${own}`,
  'def.accept_waiting_offer(uuid,uuid,text,timestamp with time zone)': `w.account_id = ${own}`,
  'def.decline_waiting_offer(uuid,timestamp with time zone)': `w.account_id = ${own}`,
  'def.may_wait_instead(uuid,timestamp with time zone)': `p.client_id = ${records}`,
  'def.withdraw_text_consent(uuid,text,text[],uuid,timestamp with time zone)': `c.id = client and ${own} in (c.therapist_id, c.account_id)`,
}

/**
 * Security-definer functions that need no condition on the caller, because any caller with the granted role may execute them. Each value is
 * the reason.
 */
const withoutProof = {
  'def.run_failed_jobs(text,uuid)':
    'admins alone may execute it; failed jobs belong to no one, and their handlers check what they do',
  'def.usage_counts()': 'admins alone may execute it; it returns counts and bytes',
  'def.video_call_counts()': 'admins alone may execute it; it returns two numbers',
  'def.administration_audit(uuid,text,timestamp with time zone,timestamp with time zone,bigint,integer)':
    'admins alone may execute it; it returns administrative lines only',
  'def.administration_audit_actions()': 'admins alone may execute it; it returns names of actions',
  'def.administration_audit_people()': 'admins alone may execute it; it returns names of accounts',
  'def.admins()': 'the ids of all admins; every account may notify them of a request',
  'def.change_role(uuid,text,timestamp with time zone)':
    'admins alone may execute it, and it checks that the actor still is one',
  'def.coming_sessions(uuid,timestamp with time zone)': 'admins alone may execute it; it returns a count',
  'def.decide_role(uuid,boolean,text,uuid)': 'admins alone may execute it, and they decide about every request',
  'def.failed_jobs(text,uuid,integer)': 'admins alone may execute it; it returns times, counts and codes of jobs',
  'def.invite_account(uuid,text,text,text,text,text,text)': 'admins alone may execute it; it adds an account',
  'def.job_counts()': 'admins alone may execute it; it returns counts and times',
  'def.make_first_admin(uuid,text,text,text,text,text)': 'admins alone may execute it, and it makes the first one only',
  'def.make_therapist(uuid,text,text,text,text,text)': 'admins alone may execute it',
  'def.notification_addresses(text)': 'ids alone; every account may cause an email to the admins',
  'def.sign_out_account(uuid,timestamp with time zone)': 'admins alone may execute it',
  'def.switch_account(uuid,boolean,timestamp with time zone)':
    'admins alone may execute it, and it checks that the actor still is one',
  'def.text_totals(timestamp with time zone)': 'admins alone may execute it; it returns counts',
  'def.unknown_texts(timestamp with time zone)': 'admins alone may execute it; it returns a count',
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const proofRows = Object.entries(proofs).map((pair) => `(${pair.map(quoted).join(', ')})`)

export const callerRules: CatalogRule[] = [
  {
    rule: 'a definer function that a person may execute proves the caller’s right itself',
    finds: `select p.oid::regprocedure from pg_proc p
      where p.prosecdef and p.pronamespace = 'def'::regnamespace and exists (select from aclexplode(p.proacl) a
          where a.grantee in ('attune_app_therapist'::regrole, 'attune_app_client'::regrole, 'attune_app_admin'::regrole, 'attune_app_guardian'::regrole))
        and p.oid::regprocedure::text not in (${Object.keys(withoutProof).map(quoted).join(', ')})
        and not exists (select from (values ${proofRows.join(', ')}) v(name, proof) where v.name = p.oid::regprocedure::text
          and position(v.proof in regexp_replace(p.prosrc, '\\s+', ' ', 'g')) > 0)`,
    breaks: `set local role attune_app_definer; create or replace function def.accept_invitation(invitation uuid) returns table (client_id uuid, fresh boolean)
      language sql security definer set search_path = pg_catalog, pg_temp
      as 'update app.client c set account_id = app.actor_id() from app.invitation i where i.id = invitation and c.id = i.client_id returning c.id, true'`,
  },
  {
    rule: 'a definer function without a proof may be executed by admins alone, apart from the lists of admins and their addresses',
    finds: `select p.oid::regprocedure from pg_proc p, aclexplode(p.proacl) a
      where p.oid::regprocedure::text in (${Object.keys(withoutProof).map(quoted).join(', ')}) 
          and p.oid not in ('def.admins()'::regprocedure, 'def.notification_addresses(text)'::regprocedure)
        and a.grantee in ('attune_app_therapist'::regrole, 'attune_app_client'::regrole, 'attune_app_guardian'::regrole)`,
    breaks: `set local role attune_app_definer; grant execute on function def.decide_role(uuid, boolean, text, uuid) to attune_app_client`,
  },
]
