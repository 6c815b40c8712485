import { isLeftOut, leftOut, type FieldList } from '@attune/contract/common/fields'
import {
  ErasedData,
  KeptData,
  type ErasedData as Erased,
  type KeptData as Kept,
} from '@attune/contract/features/people/login/login.schemas'
import type { Role } from '@attune/contract/features/people/account/account'
import { erasedFeatures } from './erased-features.ts'

type Feature<Fate extends 'ofAccount' | 'ofTherapist' | 'withProfile'> = (typeof erasedFeatures)[Fate][number]

const hasNone = leftOut('a therapist has no rows here')
const aboutPractice = leftOut('about the practice or the server, not about a person')
const onlyWords = leftOut('an index of texts that the list names themselves')

/** The erased data of a client, by the feature of the tables. A feature without an entry does not compile. */
const ofClient: FieldList<Feature<'ofAccount' | 'withProfile'>, Erased> = {
  access: 'access-log',
  account: 'account',
  administration: 'feedback',
  assistant: 'settings',
  calendar: 'settings',
  document: 'uploads',
  file: 'uploads',
  form: 'unsent-answers',
  journal: 'journal',
  'legal-text': 'agreements',
  notification: 'notifications',
  'personal-export': 'waiting-export',
  platform: 'account',
  profile: 'profile',
  push: 'notifications',
  safety: 'safety-plan',
  search: onlyWords,
  task: 'unsent-answers',
}

/**
 * The erased data of a therapist, by the feature of the tables. Rows that are deleted together with the profile stay, because the profile of a
 * therapist stays.
 */
const ofTherapist: FieldList<Feature<'ofAccount' | 'ofTherapist'>, Erased> = {
  access: hasNone,
  account: 'account',
  assistant: 'assistant-chats',
  availability: 'availability',
  business: 'services',
  calendar: 'calendars',
  'client-tag': 'tags',
  estimate: 'estimate-drafts',
  'external-calendar': 'calendars',
  form: 'templates',
  guardian: leftOut('the rights of guardians end with the records that they are about'),
  invoice: 'services',
  journal: hasNone,
  'legal-text': 'agreements',
  measure: 'templates',
  'message-settings': 'settings',
  note: 'templates',
  notification: 'notifications',
  'online-payment': 'services',
  payment: 'services',
  'personal-export': 'waiting-export',
  platform: 'account',
  profile: 'picture',
  push: 'notifications',
  recurrence: 'calendars',
  safety: hasNone,
  search: onlyWords,
  service: 'services',
  task: 'templates',
  'text-message': 'unassigned-texts',
  'treatment-plan': leftOut('only ends what clients could read, and removes favorites'),
  'waiting-list': 'availability',
}

const ofAdmin = new Set<Erased>([
  'account',
  'profile',
  'notifications',
  'settings',
  'agreements',
  'feedback',
  'waiting-export',
])

/**
 * The data that stays when a client or a therapist deletes the account, by the table. A table without an entry does not compile, so that whatever
 * stays is in the preview of the deletion and in the report.
 */
const keptTables: FieldList<keyof (typeof erasedFeatures)['kept'], Kept> = {
  'app.assistant_consent': 'consents',
  'app.booking_rule': 'sessions',
  'app.business_logo': 'billing',
  'app.calendar': leftOut('a calendar has no content'),
  'app.change_request': 'sessions',
  'app.client': 'contact-details',
  'app.client_apart': 'contact-details',
  'app.client_contact': 'contact-details',
  'app.client_event': 'record-history',
  'app.client_group': 'sessions',
  'app.client_group_member': 'sessions',
  'app.client_note': 'notes',
  'app.conversation': 'conversations',
  'app.conversation_arrival': 'conversations',
  'app.conversation_read': 'conversations',
  'app.custody_note': 'notes',
  'app.delivery': 'conversations',
  'app.diagnosis': 'notes',
  'app.document_request': 'documents',
  'app.estimate': 'billing',
  'app.estimate_client': 'billing',
  'app.estimate_document': 'billing',
  'app.file_gone': 'expiring-codes',
  'app.form_document': 'signed-forms',
  'app.form_signature': 'signed-forms',
  'app.form_ticket': 'signed-forms',
  'app.guardian': 'contact-details',
  'app.guardian_conversation': 'conversations',
  'app.guardian_invoice': 'billing',
  'app.guardian_message': 'conversations',
  'app.guardian_superbill': 'billing',
  'app.invitation': 'contact-details',
  'app.invoice': 'billing',
  'app.invoice_client': 'billing',
  'app.invoice_document': 'billing',
  'app.invoice_erased': 'billing',
  'app.invoice_erasure': 'billing',
  'app.invoice_event': 'billing',
  'app.invoice_line': 'billing',
  'app.invoice_link': 'billing',
  'app.invoice_lost': 'billing',
  'app.invoice_reminder': 'billing',
  'app.invoice_series': 'billing',
  'app.journal_comment': 'journal-comments',
  'app.message': 'conversations',
  'app.message_file': 'conversations',
  'app.paper_signature': 'signed-forms',
  'app.payer': 'billing',
  'app.payer_split': 'billing',
  'app.payment': 'billing',
  'app.payment_page': 'billing',
  'app.receipt_withdrawal': 'billing',
  'app.record_copy': 'record-history',
  'app.record_ending': 'record-history',
  'app.record_ending_count': 'record-history',
  'app.record_hold': 'record-history',
  'app.record_request': 'record-history',
  'app.sent_form': 'signed-forms',
  'app.session': 'sessions',
  'app.session_billed': 'billing',
  'app.session_client': 'sessions',
  'app.session_history': 'sessions',
  'app.session_note': 'notes',
  'app.session_note_addendum': 'notes',
  'app.session_note_version': 'notes',
  'app.session_reminder': 'sessions',
  'app.session_terms': 'sessions',
  'app.session_text': 'notes',
  'app.session_text_share': 'notes',
  'app.session_type': 'sessions',
  'app.session_waived': 'billing',
  'app.superbill': 'billing',
  'app.superbill_document': 'billing',
  'app.superbill_line': 'billing',
  'app.superbill_withdrawal': 'billing',
  'app.task': 'tasks',
  'app.task_answer': 'tasks',
  'app.task_comment': 'tasks',
  'app.task_file': 'tasks',
  'app.task_history': 'tasks',
  'app.text_consent': 'consents',
  'app.text_number': 'contact-details',
  'app.treatment_plan_client_signature': 'notes',
  'app.treatment_plan_detail': 'notes',
  'app.treatment_plan_reminder': 'notes',
  'app.treatment_plan_signature': 'notes',
  'app.treatment_plan_version': 'notes',
  'app.treatment_progress': 'notes',
  'app.treatment_progress_comment': 'notes',
  'app.video_call': 'sessions',
  'app.video_call_person': 'sessions',
  'app.waiting_entry': 'sessions',
  'app.waiting_offer': 'sessions',
}

/** The data of the product that stays when any account is deleted, by the table. */
const keptProductTables: FieldList<keyof (typeof erasedFeatures)['keptByProduct'], Kept> = {
  'app.assistant_setting': aboutPractice,
  'app.audit': 'audit',
  'app.change': 'expiring-codes',
  'app.channel_setting': aboutPractice,
  'app.diagnosis_code': aboutPractice,
  'app.erasure': 'erasure-list',
  'app.health': aboutPractice,
  'app.held_item': 'expiring-codes',
  'app.incoming_text': aboutPractice,
  'app.legal_version': aboutPractice,
  'app.mail': 'email-log',
  'app.notification_address': aboutPractice,
  'app.product_setting': aboutPractice,
  'app.provider_key': aboutPractice,
  'app.request_count': aboutPractice,
  'app.restored': aboutPractice,
  'app.search_build': aboutPractice,
  'app.text_sender': aboutPractice,
  'app.text_template': aboutPractice,
  'auth.guess': 'expiring-codes',
  'auth.rate_limit': 'expiring-codes',
  'auth.superseded': 'expiring-codes',
  'auth.verification': 'expiring-codes',
}

/** The data that stays with the profile of a therapist, by the feature of the tables. */
const ofTherapistProfile: FieldList<Feature<'withProfile'>, Kept> = {
  account: 'profile-details',
  administration: 'feedback',
  document: 'documents',
  file: 'uploads',
  journal: hasNone,
}

/** Returns the kinds of data that the deletion of an account with this role erases and keeps, each once. */
export function dataOfDeletion(role: Role): { erased: Erased[]; kept: Kept[] } {
  const erased = new Set<unknown>(Object.values(role === 'therapist' ? ofTherapist : ofClient))
  const kept = new Set<unknown>([
    ...(role === 'admin' ? [] : Object.values(keptTables)),
    ...(role === 'therapist' ? ['name', ...Object.values(ofTherapistProfile)] : []),
    ...Object.values(keptProductTables),
  ])
  return {
    erased: ErasedData.options.filter((each) => erased.has(each) && (role !== 'admin' || ofAdmin.has(each))),
    kept: KeptData.options.filter((each) => kept.has(each)),
  }
}

/**
 * Returns the kind of data of each table whose rows stay, with the reason that the comment of the table gives. Leaves out the tables that name no
 * person.
 */
export function keptKindsByTable(): { table: string; kind: Kept; reason: string }[] {
  const reasons: Record<string, string> = { ...erasedFeatures.kept, ...erasedFeatures.keptByProduct }
  return Object.entries({ ...keptTables, ...keptProductTables }).flatMap(([table, kind]) =>
    isLeftOut(kind) ? [] : [{ table, kind, reason: reasons[table] ?? '' }],
  )
}
