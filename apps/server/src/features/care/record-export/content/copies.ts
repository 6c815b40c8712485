import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { shownParts } from '@attune/contract/features/care/form/form.rules'
import type { RecordCopy } from '@attune/contract/features/care/record-copy/record-copy'
import type { RecordCopyKind } from '@attune/contract/features/care/record-copy/record-copy.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { hasSessionNoteCopiesSql, listRecordCopies, recordCopyPageLength } from '../../record-copy/record-copy.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { withoutGuardianAddresses } from './guardian-addresses.ts'
import { contactLine, detailLines } from './record-fields.ts'

type App = Pick<AppContext, 'db'>
type Entries = AsyncGenerator<PdfEntry>

/** Yields the copies of the client's details that the host has brought back from backups. */
export async function* profileCopyEntries(app: App, record: ExportedRecord): Entries {
  const texts = textsOf(record)
  const { t, entry } = texts
  for await (const copy of copiesOf(app, record, 'profile', record.clientId)) {
    const { contacts: copied, ...values } = copy.copied
    const { details, contacts } = withoutGuardianAddresses(record, values, copied)
    const { firstName, lastName, code, emergencyName, emergencyPhone, emergencyRelationship } = details
    const emergency = [emergencyName, emergencyRelationship, emergencyPhone].filter(Boolean).join(', ')
    const others = contacts.map((contact) => contactLine(contact, texts))
    yield entry({
      heading: `${firstName} ${lastName}`.trim(),
      facts: [copyFact(copy, record), code],
      content: labelledText([
        ...detailLines(record, details),
        { label: t('contact.isEmergency'), text: emergency },
        { label: t('contacts'), text: others.join('\n') },
      ]),
    })
  }
}

/** Yields the copies of the note about the client. */
export async function* clientNoteCopyEntries(app: App, record: ExportedRecord): Entries {
  const { t, entry } = textsOf(record)
  for await (const copy of copiesOf(app, record, 'client-note', record.clientId))
    yield entry({
      heading: t('clientNote'),
      facts: [copyFact(copy, record)],
      content: copy.copied.content ?? richTextFromPlain(copy.copied.text),
    })
}

/** Yields the copies of the notes on sessions. For a session with several clients, yields no texts, even if the order includes shared parts. */
export async function* noteCopyEntries(app: App, record: ExportedRecord): Entries {
  const { t, entry, moment } = textsOf(record)
  for await (const session of sessionsWithCopies(app, record))
    for await (const copy of copiesOf(app, record, 'session-note', session.id)) {
      const { signedAt } = copy.copied
      yield entry({
        heading: moment(session.at),
        facts: [copyFact(copy, record), signedAt ? t('signed', { when: moment(signedAt) }) : t('unsigned')],
        ...(session.isShared ? { content: richTextFromPlain(t('severalClients')) } : sessionTexts(copy, record)),
      })
    }
}

/** Yields the copies of forms that were sent to the client: signed forms that were signed in the period, and unsigned forms that were sent in it. */
export async function* formCopyEntries(app: App, record: ExportedRecord): Entries {
  const { t, entry, moment } = textsOf(record)
  for await (const copy of copiesOf(app, record, 'form', record.clientId)) {
    const { content, version, sentAt, signedAt, answers, signerName } = copy.copied
    if (!isInPeriod(signedAt ?? sentAt, record)) continue
    const isAnswered = signedAt !== null && answers !== null
    yield entry({
      heading: content.title,
      facts: [
        copyFact(copy, record),
        t('formVersion', { number: String(version) }),
        t('sentOn', { when: moment(sentAt) }),
        signedAt ? t('signed', { when: moment(signedAt) }) : t('unsigned'),
      ],
      content: labelledText(
        shownParts(content, answers ?? {})
          .filter(({ field }) => field.type !== 'signature')
          .map(({ field, answer }) => ({ label: field.label, text: isAnswered ? answer.join('\n') : '' })),
        true,
      ),
      replies: signerName && signedAt ? [{ by: `${signerName}, ${moment(signedAt)}`, text: '' }] : [],
      repliesTitle: t('signature'),
    })
  }
}

const copyFact = (
  { dataOf, madeAt }: Pick<RecordCopy<RecordCopyKind>, 'dataOf' | 'madeAt'>,
  record: ExportedRecord,
) => {
  const { t, moment } = textsOf(record)
  return t('copyOf', { when: moment(dataOf), madeOn: moment(madeAt) })
}

type SessionTexts = Pick<PdfEntry, 'content' | 'replies' | 'repliesTitle'>

/** Returns the text of a note on a session, followed by the objectives and next steps of the session. */
function sessionTexts({ copied }: RecordCopy<'session-note'>, record: ExportedRecord): SessionTexts {
  const { t, moment } = textsOf(record)
  const { text, content, objectives, nextSteps, addenda } = copied
  const others = [
    { label: t('objectives'), text: objectives },
    { label: t('nextSteps'), text: nextSteps },
  ].filter((other) => other.text.trim() !== '')
  const written = (content ?? richTextFromPlain(text)).content
  return {
    content: { type: 'doc', content: [...written, ...(others.length > 0 ? labelledText(others).content : [])] },
    replies: addenda.map((addendum) => ({ by: moment(addendum.at), text: addendum.text })),
    repliesTitle: t('addenda'),
  }
}

const isInPeriod = (at: string, { from, until }: ExportedRecord) =>
  (from === null || Date.parse(at) >= Date.parse(from)) && (until === null || Date.parse(at) < Date.parse(until))

/**
 * Yields all copies of a kind. `ofId` is a session for the kind 'session-note' and the client for the other kinds. Reads each page in a separate
 * transaction.
 */
async function* copiesOf<Kind extends RecordCopyKind>(
  { db }: App,
  { actor }: ExportedRecord,
  kind: Kind,
  ofId: string,
): AsyncGenerator<RecordCopy<Kind>> {
  for (let offset = 0; ; offset += recordCopyPageLength) {
    const page = await db.asActor(actor, (tx) => listRecordCopies(tx, kind, ofId, offset))
    yield* page
    if (page.length < recordCopyPageLength) return
  }
}

type CopiedSession = { id: string; at: string; isShared: boolean }
const startsAt = sql`p.starts_at`

/** Yields the sessions of the client with copies of their note. */
const sessionsWithCopies = (app: App, record: ExportedRecord) =>
  pagedRows<CopiedSession>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<CopiedSession>`
      select s.id, p.starts_at as at,
        exists (select from app.session_client o where o.therapist_id = s.therapist_id and o.session_id = s.id
          and o.client_id <> p.client_id) as "isShared"
      from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and s.deleted_at is null and ${hasSessionNoteCopiesSql(sql`s`)}
        and ${periodSql(startsAt, record)} ${pageSql(startsAt, sql`s.id`, after)}`.execute(kysely)
    return page.rows
  })
