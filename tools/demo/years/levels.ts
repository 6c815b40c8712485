/**
 * The tables of settings. A copy has rows of settings once per therapist, rows of people once per client, and rows of events once per client and
 * year. Rows of accounts belong to a therapist or a client. All other tables with rows are about people.
 */
export const settingTables = new Set([
  'app.absence',
  'app.availability',
  'app.booking_rule',
  'app.business',
  'app.calendar',
  'app.client_tag',
  'app.diagnosis_favorite',
  'app.form',
  'app.note_template',
  'app.service',
  'app.session_terms',
  'app.session_type',
  'app.task_template',
  'app.therapist_profile',
  'app.waiting_list_setting',
])

/** The column of each table of accounts that names the account. */
export const accountColumns: Readonly<Record<string, string>> = {
  'app.profile': 'account_id',
  'auth."user"': 'id',
  'auth.account': 'user_id',
  'auth.two_factor': 'user_id',
}

export const eventTables = new Set([
  'app.access',
  'app.audit',
  'app.change_request',
  'app.client_event',
  'app.conversation_read',
  'app.guardian_invoice',
  'app.guardian_message',
  'app.guardian_superbill',
  'app.invoice',
  'app.invoice_client',
  'app.invoice_document',
  'app.invoice_event',
  'app.invoice_line',
  'app.invoice_reminder',
  'app.journal_act',
  'app.journal_comment',
  'app.journal_entry',
  'app.journal_publication',
  'app.journal_reply',
  'app.journal_share',
  'app.message',
  'app.notification',
  'app.payment',
  'app.session',
  'app.session_billed',
  'app.session_client',
  'app.session_history',
  'app.session_note',
  'app.session_note_version',
  'app.session_text',
  'app.session_text_share',
  'app.session_waived',
  'app.task',
  'app.task_answer',
  'app.task_client',
  'app.task_comment',
  'app.task_history',
  'app.treatment_progress',
])

/** Tables whose rows are not copied, each with the reason. */
export const notCopied: Readonly<Record<string, string>> = {
  'app.assistant_setting': 'one row for the product',
  'app.change': 'kept for an hour',
  'app.channel_setting': 'one row for the product',
  'app.erasure': 'records an erasure, which the copied work does not have',
  'app.event': 'private appointments, of which a therapist has few',
  'app.freed_time': 'follows a cancellation in the future',
  'app.health': 'one row for the product',
  'app.invoice_series': 'counted from the copied invoices',
  'app.mail': 'written for each copied session',
  'app.product_setting': 'one row for the product',
  'app.record_hold': 'lasts for a year at most',
  'app.request_count': 'kept for a day',
  'app.role_request': 'asks admins once',
  'app.search_build': 'written by a job of the product',
  'app.search_name': 'written by a job of the product',
  'app.search_text': 'written by a job of the product',
  'app.series': 'would plan further sessions',
  'app.waiting_entry': 'waits for a time in the future',
  'app.waiting_offer': 'waits for a time in the future',
  'auth.known_device': 'belongs to a login',
  'auth.login': 'belongs to a browser',
  'auth.rate_limit': 'kept until it expires',
  'auth.secret': 'kept until it expires',
  'auth.totp_used': 'kept for a day',
}

/** The SQL expression of a row's level: '1' for a setting, '2' for a person, '3' for an event. In `s`, ids begin with the level of their row. */
export function levelOf(table: string): string {
  if (settingTables.has(table)) return `'1'`
  if (eventTables.has(table)) return `'3'`
  const account = accountColumns[table]
  return account ? `left(s.${account}, 1)` : `'2'`
}
