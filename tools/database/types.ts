import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const codegen = fileURLToPath(new URL('../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))
/**
 * The TypeScript types of Postgres types. Instants are read as ISO 8601 strings and can be written as strings or Dates. Amounts and numeric ids
 * (int8) are numbers, transaction ids (xid8) are strings.
 */
const mapping = {
  timestamptz: 'ColumnType<string, Date | string, Date | string>',
  int8: 'number',
  xid8: 'string',
}

/** The types of the columns that refer to a row of one kind, by the name of the column. */
const idTypes: Record<string, string> = {
  account_id: 'AccountId',
  actor_id: 'AccountId',
  after_task_id: 'TaskId',
  by_account: 'AccountId',
  client_id: 'ClientId',
  contact_id: 'ContactId',
  decided_by: 'AccountId',
  diagnosis_id: 'DiagnosisId',
  entry_id: 'JournalEntryId',
  estimate_id: 'EstimateId',
  file_id: 'FileId',
  form_id: 'FormId',
  freed_time_id: 'FreedTimeId',
  group_id: 'GroupId',
  guardian_id: 'GuardianId',
  invoice_id: 'InvoiceId',
  login_id: 'LoginId',
  measure_id: 'MeasureId',
  message_id: 'MessageId',
  notification_id: 'NotificationId',
  objective_id: 'ObjectiveId',
  payer_id: 'PayerId',
  payment_id: 'PaymentId',
  person_id: 'PersonId',
  progress_id: 'ProgressId',
  published_by: 'AccountId',
  reader_id: 'AccountId',
  sender_id: 'AccountId',
  sent_form_id: 'SentFormId',
  series_id: 'SeriesId',
  service_id: 'ServiceId',
  session_id: 'SessionId',
  superbill_id: 'SuperbillId',
  tag_id: 'ClientTagId',
  task_id: 'TaskId',
  therapist_id: 'TherapistId',
  type_id: 'SessionTypeId',
  unassigned_id: 'UnassignedTextId',
  updated_by: 'AccountId',
}
/** The types of further columns, by table or view: of its own `id`, and of the columns whose name alone does not determine the type of their id. */
const idsOfTables: Record<string, Record<string, string>> = {
  Absence: { id: 'AbsenceId' },
  AssistantConversation: { id: 'AssistantConversationId' },
  AssistantDraft: { id: 'AssistantDraftId' },
  AssistantTurn: { conversation_id: 'AssistantConversationId', id: 'AssistantTurnId' },
  ChangeRequest: { id: 'ChangeRequestId' },
  Client: { id: 'ClientId' },
  ClientApart: { one_id: 'ClientId', other_id: 'ClientId' },
  ClientContact: { id: 'ContactId' },
  ClientGroup: { id: 'GroupId' },
  ClientGroupMember: { id: 'GroupMemberId' },
  ClientLabel: { id: 'ClientId' },
  ClientBirth: { id: 'ClientId' },
  ClientName: { id: 'ClientId' },
  ClientState: { id: 'ClientId' },
  ClientTag: { id: 'ClientTagId' },
  ContactEmail: { id: 'ContactId' },
  Delivery: { id: 'DeliveryId' },
  Diagnosis: { id: 'DiagnosisId' },
  Document: { id: 'DocumentId', request_id: 'DocumentRequestId' },
  DocumentRequest: { id: 'DocumentRequestId' },
  Estimate: { id: 'EstimateId' },
  Event: { id: 'EventId' },
  ExternalAccount: { id: 'ExternalAccountId' },
  ExternalCalendar: { account_id: 'ExternalAccountId', id: 'ExternalCalendarId' },
  ExternalConsent: { renewed_id: 'ExternalAccountId' },
  ExternalEvent: { calendar_id: 'ExternalCalendarId' },
  ExternalItem: { calendar_id: 'ExternalCalendarId' },
  ExternalQuestion: { calendar_id: 'ExternalCalendarId', id: 'ExternalQuestionId' },
  Feedback: { id: 'FeedbackId' },
  File: { id: 'FileId' },
  Form: { id: 'FormId' },
  FreedTime: { id: 'FreedTimeId' },
  GroupName: { id: 'GroupId' },
  GroupNamesShown: { id: 'GroupId' },
  Guardian: { id: 'GuardianId' },
  HeldItem: { id: 'HeldItemId' },
  ImportedCalendar: { id: 'ImportedCalendarId' },
  ImportedEvent: { calendar_id: 'ImportedCalendarId' },
  Invitation: { id: 'InvitationId' },
  Invoice: { corrects_id: 'InvoiceId', id: 'InvoiceId', replaces_id: 'InvoiceId' },
  InvoiceLine: { credits_id: 'InvoiceId' },
  InvoiceLink: { id: 'InvoiceLinkId' },
  JournalComment: { id: 'JournalCommentId' },
  JournalEntry: { id: 'JournalEntryId' },
  JournalReply: { id: 'JournalReplyId' },
  LegalConsent: { version_id: 'LegalVersionId' },
  LegalVersion: { id: 'LegalVersionId' },
  Mail: { id: 'MailId' },
  Measure: { id: 'MeasureId' },
  Message: { absence_id: 'MessageAbsenceId', id: 'MessageId' },
  MessageSettings: { absence_id: 'MessageAbsenceId' },
  NoteTemplate: { id: 'NoteTemplateId' },
  Notification: { id: 'NotificationId' },
  NotificationAddress: { id: 'NotificationAddressId' },
  PaperSignature: { id: 'PaperSignatureId' },
  Payer: { id: 'PayerId' },
  PayerSplit: { one_id: 'ClientId', other_id: 'ClientId' },
  Payment: { counters_id: 'PaymentId', id: 'PaymentId' },
  PaymentPage: { id: 'PaymentPageId' },
  PushSubscription: { id: 'PushSubscriptionId' },
  RecordCopy: { id: 'RecordCopyId' },
  RecordHold: { id: 'RecordHoldId' },
  RecordRequest: { document_id: 'DocumentId', id: 'RecordRequestId' },
  RoleRequest: { id: 'RoleRequestId' },
  SentForm: { id: 'SentFormId' },
  Series: { id: 'SeriesId' },
  Service: { id: 'ServiceId' },
  Session: { id: 'SessionId' },
  SessionNoteAddendum: { id: 'AddendumId' },
  SessionReminder: { reader_id: 'PersonId' },
  SessionType: { id: 'SessionTypeId' },
  Superbill: { id: 'SuperbillId' },
  Task: { id: 'TaskId' },
  TaskComment: { id: 'TaskCommentId' },
  TaskTemplate: { id: 'TaskTemplateId' },
  TextMedia: { id: 'TextMediaId' },
  TextSender: { id: 'TextSenderId' },
  TextTemplate: { id: 'TextTemplateId' },
  TreatmentPlanClientSignature: { version_id: 'PlanVersionId' },
  TreatmentPlanDetail: { version_id: 'PlanVersionId' },
  TreatmentPlanShare: { version_id: 'PlanVersionId' },
  TreatmentPlanSignature: { version_id: 'PlanVersionId' },
  TreatmentPlanVersion: { id: 'PlanVersionId' },
  TreatmentProgress: { id: 'ProgressId' },
  UnassignedText: { id: 'UnassignedTextId' },
  UserDevice: { id: 'DeviceId' },
  WaitingEntry: { id: 'WaitingEntryId' },
  WaitingOffer: { entry_id: 'WaitingEntryId', id: 'WaitingOfferId' },
}

/** Replaces the type `string` of the id columns in generated types by the type of their kind of id, and imports these types. */
function withKindsOfIds(source: string): string {
  const used = new Set<string>()
  const kinds = source.replaceAll(/^export interface (\w+) \{[^}]*\}/gm, (text, table: string) =>
    text.replaceAll(/^ {2}(\w+): (Generated<)?string\b/gm, (column, name: string, generated = '') => {
      const type = idsOfTables[table]?.[name] ?? idTypes[name]
      if (type) used.add(type)
      return type ? `  ${name}: ${generated}${type}` : column
    }),
  )
  const names = [...used].toSorted().join(', ')
  return kinds.replace('import type', `import type { ${names} } from "@attune/contract/common/ids";\nimport type`)
}

const names = { first_name: 'string', last_name: 'string', name: 'string' }
/** The columns of views that are never null. Postgres does not report this for a view. Without an entry, the type of a column includes null. */
const neverNull = {
  person: { account_id: 'string', ...names, language: 'string', zone: 'string' },
  client_name: { id: 'string', therapist_id: 'string', ...names },
  client_label: { id: 'string', therapist_id: 'string', ...names, code: 'string' },
  acting_guardian: { id: 'string', therapist_id: 'string', client_id: 'string' },
  guardian_label: {
    id: 'string',
    therapist_id: 'string',
    client_id: 'string',
    name: 'string',
    rights: 'Json',
  },
  client_state: { id: 'string', therapist_id: 'string', ...names, status: 'string', language: 'string' },
  group_name: { id: 'string', therapist_id: 'string', name: 'string' },
  group_names_shown: { id: 'string', therapist_id: 'string', shows_names: 'boolean' },
  client_birth: { id: 'string', therapist_id: 'string' },
  contact_label: {
    id: 'string',
    therapist_id: 'string',
    client_id: 'string',
    name: 'string',
    relationship: 'string',
  },
  contact_email: { id: 'string', therapist_id: 'string', client_id: 'string', is_guardian: 'boolean' },
  therapist_credentials: { account_id: 'string', credentials: 'string' },
}
const overrides = {
  columns: Object.fromEntries(
    Object.entries(neverNull).flatMap(([view, columns]) =>
      Object.entries(columns).map(([column, type]) => [`${view}.${column}`, type]),
    ),
  ),
}

/** Returns the source of a file with the TypeScript types of schema `app` for Kysely. */
export function typesOf(installerUrl: string): string {
  const url = new URL(installerUrl)
  // The owner of the tables sees all columns.
  url.searchParams.set('options', '-c role=attune_owner')
  const folder = mkdtempSync(join(tmpdir(), 'attune-types-'))
  const file = join(folder, 'types.ts')
  const shape = ['--dialect', 'postgres', '--default-schema', 'app', '--include-pattern', 'app.*']
  const dates = ['--date-parser', 'string', '--type-mapping', JSON.stringify(mapping)]
  const ids = ['--overrides', JSON.stringify(overrides)]
  try {
    execFileSync(process.execPath, [codegen, ...shape, ...dates, ...ids, '--out-file', file, '--url', url.href], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return withKindsOfIds(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
