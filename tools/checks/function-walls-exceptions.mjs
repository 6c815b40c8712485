/**
 * Writes of database functions to tables of other features, as `function: table`, with the reason for each. Such a function needs the rights of its
 * definer, or runs in the single transaction of an erasure or a disconnect, so it cannot call the server. `composed` stands for the tables of
 * composed SQL.
 */
export const functionWrites = {
  'def.accept_waiting_offer: app.waiting_entry':
    'one statement of a client: the offer, the entry and the session change together',
  'def.accept_waiting_offer: app.waiting_offer':
    'one statement of a client: the offer, the entry and the session change together',
  'def.accept_guardian_invitation: app.profile': 'a guardian with a new account takes the name of the contact',
  'def.attach_message_files: app.file_reader': 'the connected person may read the file that is sent',
  'def.audit_form_ticket: app.audit': 'a ticket is used without a login, so the function writes the audit',
  'def.become_therapist: app.therapist_profile': 'the role and the profile of a therapist begin together',
  'def.bind_record: app.profile': 'a joining client takes the name of the record',
  'def.cancel_open_forms: app.document_request': 'disconnect: forms and requests for documents end together',
  'def.change_role: app.role_request': 'the role, its request and the profile of a therapist change together',
  'def.change_role: app.therapist_profile': 'the role, its request and the profile of a therapist change together',
  'def.delete_message: app.file_reader': 'the right to read the files and the notifications of the message end with it',
  'def.delete_message: app.notification':
    'the right to read the files and the notifications of the message end with it',
  'def.disconnect: app.client_event': 'disconnect: the history of the record names it',
  'def.disconnect: composed': 'disconnect: it runs the functions that the comments of the tables name',
  'def.erase_entries: app.file': 'the files of entries that leave the trash go with them',
  'def.end_assistant: app.assistant_conversation':
    'disconnect and erasure: conversations about the client end with the consent',
  'def.end_assistant: app.assistant_draft': 'disconnect and erasure: drafts end with the consent',
  'def.end_assistant_of_account: app.assistant_conversation':
    'erasure: conversations that are about no client go with the account',
  'def.end_journal_shares: app.file_reader': 'disconnect: what told of the shared entries ends with the share',
  'def.end_journal_shares: app.mail': 'disconnect: what told of the shared entries ends with the share',
  'def.end_journal_shares: app.notification': 'disconnect: what told of the shared entries ends with the share',
  'def.end_logins: app.change': 'tells the open pages of the account',
  'def.erase_account: app.client': 'erasure: the records of the account lose it',
  'def.erase_account: composed': 'erasure: it follows the comments of the tables',
  'def.follow_guardian_conversation: app.notification':
    'a guardian without the right to messages keeps no notification about them',
  'def.move_guardian_conversation: app.notification':
    'a conversation that becomes part of another leaves no notification',
  'def.forget_kept_form: app.notification': 'a form that is kept from guardians leaves no notification with them',
  'def.erase_busy_times: app.series': 'erasure: the series of the busy times go with them',
  'def.erase_invoice: app.audit': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.business_logo': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.invoice_reminder': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.notification': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.payment': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.payment_page': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.receipt_withdrawal': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.superbill': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.superbill_document': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.superbill_line': 'erasure: everything about the invoice goes with it',
  'def.erase_invoice: app.superbill_withdrawal': 'erasure: everything about the invoice goes with it',
  'def.files_loose: composed': 'it composes a query that reads the tables that refer to a file',
  'def.find_messages_of: composed': 'it composes a query that reads messages',
  'def.find_names: composed': 'it composes a query that reads the index of names',
  'def.find_similar_names: composed': 'it composes a query that reads the index of names',
  'def.find_texts_of: composed': 'it composes a query that reads the index of texts',
  'def.index_text: composed': 'it composes a query that reads the id of the changed row',
  'def.index_names: composed': 'it composes the call of the function that returns the names of a feature',
  'def.index_texts: composed': 'it composes the call of the function that returns the texts of a feature',
  'def.forget_notices_of_kept: app.notification': 'what is kept from guardians leaves no notification with them',
  'def.keep_superbills_of_invoice: app.notification': 'a superbill that becomes kept leaves no notification',
  'def.follow_document_account: app.file_reader': 'the right to read a document follows the account of the record',
  'def.follow_form_account: app.file_reader':
    'the right to read the scan of a signed form follows the account of the record',
  'def.hand_over_account: app.safety_plan_share': 'a merge hands the shared safety plan over with the account',
  'def.invite_account: app.therapist_profile': 'the profile of an invited therapist begins with the account',
  'def.join_therapist: app.client': 'the code of a therapist makes the record and the invitation together',
  'def.put_publication: app.file_reader': 'the therapist may read the files of the published entry',
  'def.send_fresh_guardian_invitation: app.mail': 'the email of an invitation is queued with it',
  'def.send_fresh_invitation: app.mail': 'the email of an invitation is queued with it',
  'def.share_entry: app.file_reader': 'the therapist may read the files of the shared entry',
  'def.text_media_changed: app.change': 'tells the open pages, and lets the therapist read the file',
  'def.text_media_changed: app.file_reader': 'tells the open pages, and lets the therapist read the file',
  'def.text_media_gone: app.message_file': 'the file of a text leaves its message',
  'def.verify_notification_address: app.audit': 'the link is used without a login, so the function writes the audit',
}
