import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesWithIds, moduleOf } from './kinds-of-ids.mjs'

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

/** The types of columns of ids whose name does not contain the kind of the row. */
const idTypes: Record<string, string> = {
  actor_id: 'AccountId',
  after_task_id: 'TaskId',
  by_account: 'AccountId',
  decided_by: 'AccountId',
  entry_id: 'JournalEntryId',
  published_by: 'AccountId',
  reader_id: 'AccountId',
  sender_id: 'AccountId',
  tag_id: 'ClientTagId',
  type_id: 'SessionTypeId',
  unassigned_id: 'UnassignedTextId',
  updated_by: 'AccountId',
}
/** The types of columns that have another kind of id in this table or view than their name says. */
const idsOfTables: Record<string, Record<string, string>> = {
  AssistantTurn: { conversation_id: 'AssistantConversationId' },
  ClientApart: { one_id: 'ClientId', other_id: 'ClientId' },
  ClientBirth: { id: 'ClientId' },
  ClientContact: { id: 'ContactId' },
  ClientGroup: { id: 'GroupId' },
  ClientGroupMember: { id: 'GroupMemberId' },
  ClientLabel: { id: 'ClientId' },
  ClientName: { id: 'ClientId' },
  ClientState: { id: 'ClientId' },
  ContactEmail: { id: 'ContactId' },
  Document: { request_id: 'DocumentRequestId' },
  ExternalCalendar: { account_id: 'ExternalAccountId' },
  ExternalConsent: { renewed_id: 'ExternalAccountId' },
  ExternalEvent: { calendar_id: 'ExternalCalendarId' },
  ExternalItem: { calendar_id: 'ExternalCalendarId' },
  ExternalQuestion: { calendar_id: 'ExternalCalendarId' },
  GroupName: { id: 'GroupId' },
  GroupNamesShown: { id: 'GroupId' },
  ImportedEvent: { calendar_id: 'ImportedCalendarId' },
  Invoice: { corrects_id: 'InvoiceId', replaces_id: 'InvoiceId' },
  InvoiceLine: { credits_id: 'InvoiceId' },
  LegalConsent: { version_id: 'LegalVersionId' },
  Message: { absence_id: 'MessageAbsenceId' },
  MessageSettings: { absence_id: 'MessageAbsenceId' },
  PayerSplit: { one_id: 'ClientId', other_id: 'ClientId' },
  Payment: { counters_id: 'PaymentId' },
  SessionNoteAddendum: { id: 'AddendumId' },
  SessionReminder: { reader_id: 'PersonId' },
  TreatmentPlanClientSignature: { version_id: 'PlanVersionId' },
  TreatmentPlanDetail: { version_id: 'PlanVersionId' },
  TreatmentPlanShare: { version_id: 'PlanVersionId' },
  TreatmentPlanSignature: { version_id: 'PlanVersionId' },
  TreatmentPlanVersion: { id: 'PlanVersionId' },
  TreatmentProgress: { id: 'ProgressId' },
  UserDevice: { id: 'DeviceId' },
  WaitingOffer: { entry_id: 'WaitingEntryId' },
}

/** The kinds of ids that the contract defines, each with the module that defines it. */
const kindsOfIds = new Map(
  filesWithIds().flatMap(({ path, kinds }) => kinds.map((kind): [string, string] => [kind, moduleOf(path)])),
)

/** Returns the type of a column of ids; undefined for any other column, and for ids of a kind that the contract does not define. */
function idTypeOf(table: string, column: string): string | undefined {
  const row =
    column === 'id'
      ? table
      : /^(\w+)_id$/.exec(column)?.[1]?.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const named = `${row}Id`
  return idsOfTables[table]?.[column] ?? (kindsOfIds.has(named) ? named : idTypes[column])
}

/**
 * Replaces the type `string` of the id columns in generated types by the type of their kind of id, and imports these types from the modules that
 * define them. Exported for its test.
 */
export function withKindsOfIds(source: string): string {
  const used = new Set<string>()
  const kinds = source.replaceAll(/^export interface (\w+) \{[^}]*\}/gm, (text, table: string) =>
    text.replaceAll(/^ {2}(\w+): (Generated<)?string\b/gm, (column, name: string, generated = '') => {
      const type = idTypeOf(table, name)
      if (type) used.add(type)
      return type ? `  ${name}: ${generated}${type}` : column
    }),
  )
  const imports = [...Map.groupBy([...used].toSorted(), (kind) => kindsOfIds.get(kind))]
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    .map(([module, names]) => `import type { ${names.join(', ')} } from "${module}";\n`)
  return kinds.replace('import type', `${imports.join('')}import type`)
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
