import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import { wasPresent, type Attendance } from '@attune/contract/features/schedule/session/session.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { exportedForms } from '../content/forms.ts'
import { exportedNotes, rewriteNote } from '../content/notes.ts'
import { partEntries } from '../content/parts.ts'
import { exportedSessions, rewriteSessionTexts } from '../content/sessions.ts'
import { exportedTasks, taskEntry } from '../content/tasks.ts'
import { redactionOf, type Redaction } from '../names/redaction.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { textsOf } from '../record-export.texts.ts'
import { type BundleContext, encounterOf, progressNote, textDocument } from './care.ts'
import { type FhirResource, stableId } from './elements.ts'
import { invoiceOf } from './invoices.ts'
import { invoicesWithLines } from './reads.ts'
import { formResponse, measureResponse } from './responses.ts'

export type BundledRecord = {
  record: ExportedRecord
  context: BundleContext
  /** Removes the names of all other clients with whom the client had a session. */
  redaction: Redaction
  /** The ids of the encounters in the bundle. */
  encounters: Set<string>
}
type PartResources = (app: AppContext, bundled: BundledRecord) => AsyncGenerator<FhirResource>

/** The id of a session in the bundle of one client. The bundles of the other clients of the session have other ids. */
const encounterId = ({ record }: BundledRecord, sessionId: string) => stableId('encounter', record.clientId, sessionId)

/**
 * Yields the sessions that took place with the client, and the objectives and next steps of all sessions. Omits the objectives and next steps of a
 * session with several clients, because they concern the others too.
 */
const sessionResources: PartResources = async function* (app, bundled) {
  const { record, context, redaction, encounters } = bundled
  const { t } = textsOf(record)
  for await (const row of exportedSessions(app, record)) {
    const tookPlace = row.status === 'completed' && (!row.attendance || wasPresent(row.attendance as Attendance))
    const id = encounterId(bundled, row.id)
    if (tookPlace) {
      encounters.add(id)
      yield encounterOf({ ...row, id, location: redaction.plain('', row.location) }, context)
    }
    if (row.others.length > 0) continue
    for (const { name, text } of rewriteSessionTexts(row, redaction))
      if (text.trim())
        yield textDocument(
          {
            id: stableId(name, record.clientId, row.id),
            type: { text: t(name) },
            title: t(name),
            text,
            at: row.at,
            encounter: tookPlace ? id : null,
          },
          context,
        )
  }
}

/** Yields the parts of notes that are about the client alone, each followed by its addenda. */
const noteResources: PartResources = async function* (app, bundled) {
  const { record, context, encounters } = bundled
  const { t, moment } = textsOf(record)
  for await (const row of exportedNotes(app, record)) {
    if (row.isShared) continue
    const { content, addenda } = rewriteNote(row, redactionOf(record, row.others))
    const session = encounterId(bundled, row.sessionId)
    const id = stableId('note', record.clientId, row.id)
    const head = { type: progressNote, encounter: encounters.has(session) ? session : null }
    yield textDocument(
      { ...head, id, title: moment(row.at), text: plainTextOf(content), at: row.at, isSigned: row.signedAt !== null },
      context,
    )
    for (const addendum of addenda)
      yield textDocument(
        {
          ...head,
          id: stableId('addendum', record.clientId, addendum.id),
          title: t('addenda'),
          text: addendum.text,
          at: addendum.at,
          isSigned: true,
          appendsTo: id,
        },
        context,
      )
  }
}

/** Yields the forms that were answered. The signed PDFs and scans are files. */
const formResources: PartResources = async function* (app, { record, context }) {
  for await (const row of exportedForms(app, record)) {
    const { content, answers, signedAt, guardianName, typedName } = row
    if (!signedAt || !answers) continue
    const id = stableId('form', record.clientId, row.id)
    const isByGuardian = Boolean(guardianName)
    yield formResponse(
      { id, at: signedAt, content, answers, signer: typedName || guardianName || '', isByGuardian },
      context,
    )
  }
}

/** Yields the tasks as texts, each after its answer to a measure. */
const taskResources: PartResources = async function* (app, bundled) {
  const { record, context } = bundled
  let place = 0
  for await (const row of exportedTasks(app, record)) {
    const { id, form, answer, answeredAt, givenAt } = row
    const given = { id: stableId('answer', record.clientId, id), at: givenAt ?? answeredAt ?? '' }
    const response = answer && answeredAt ? measureResponse({ ...given, form, answer }, context) : null
    if (response) yield response
    yield entryDocument('tasks', { entry: taskEntry(record, row), place: place++ }, bundled)
  }
}

const invoiceResources: PartResources = async function* (app, { record, context, redaction }) {
  const { t } = textsOf(record)
  for await (const row of invoicesWithLines(app, record)) {
    const type = t(row.kind === 'credit-note' ? 'creditNote' : 'invoice', { number: row.number })
    const lines = row.lines.map((line) => ({ ...line, text: redaction.plain('', line.text) }))
    const id = stableId('invoice', record.clientId, row.id)
    yield invoiceOf({ ...row, id, lines }, context, type)
  }
}

/** Returns the function that yields the entries of a part as texts, because FHIR has no better element for them, or the bundle does not use it. */
const textsOfPart = (part: RecordPart): PartResources =>
  async function* (app, bundled) {
    let place = 0
    for await (const entry of partEntries[part](app, bundled.record))
      yield entryDocument(part, { entry, place: place++ }, bundled)
  }

/** Returns an entry of the PDF as a text. `place` is its place in the part. */
function entryDocument(
  part: RecordPart,
  { entry, place }: { entry: PdfEntry; place: number },
  { record, context }: BundledRecord,
): FhirResource {
  const id = stableId(part, record.clientId, String(place), entry.heading)
  const type = { text: textsOf(record).t(`part.${part}`) }
  return textDocument({ id, type, title: entry.heading, text: plainEntry(entry) }, context)
}

const plainEntry = ({ heading, facts, content, files, replies }: PdfEntry) =>
  [
    heading,
    facts,
    plainTextOf(content),
    files.join('\n'),
    ...replies.map(({ by, text }) => [by, text].filter(Boolean).join('\n')),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')

const none: PartResources = async function* () {}

/**
 * The function that yields the resources of each part of a record. The personal details are in the patient, documents are files, and private notes
 * stay out.
 */
export const partResources: Record<RecordPart, PartResources> = {
  record: none,
  plan: textsOfPart('plan'),
  sessions: sessionResources,
  notes: noteResources,
  forms: formResources,
  tasks: taskResources,
  journal: textsOfPart('journal'),
  messages: textsOfPart('messages'),
  'guardian-messages': textsOfPart('guardian-messages'),
  documents: none,
  invoices: invoiceResources,
  custody: textsOfPart('custody'),
  'private-notes': none,
}
