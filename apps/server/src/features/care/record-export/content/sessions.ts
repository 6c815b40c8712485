import type { SessionId } from '@attune/contract/common/ids'
import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import type { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { PersonName } from '../names/name-finder.ts'
import { othersSql, redactionOf, type Redaction } from '../names/redaction.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { exportedColumnsSql, factsOf, type ExportedColumns } from './columns.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

export type ExportedSession = {
  id: SessionId
  at: string
  minutes: number
  status: string
  format: string
  isInAttune: boolean
  location: string
  attendance: string | null
  objectives: string
  nextSteps: string
  /** The other clients of the session. */
  others: PersonName[]
}

type SessionTextKind = (typeof sessionTextKinds)[number]

const startsAt = sql`p.starts_at`
const selectsRows = leftOut('it selects the rows')
const ofSeries = leftOut('the export shows each session on its own')
const ofChanges = leftOut('only changes and calendars need it')

/** The columns of a session. The facts are in the order of the export. */
const sessionColumns: ExportedColumns<'session', ExportedSession> = {
  id: { as: 'id' },
  starts_at: { as: 'at' },
  status: { as: 'status', fact: ({ status }, { t }) => t(`status.${status}`) },
  ends_at: {
    as: 'minutes',
    select: (endsAt) => sql`(extract(epoch from ${endsAt} - s.starts_at) / 60)::int`,
    fact: ({ minutes }, { t }) => t('minutes', { count: String(minutes) }),
  },
  format: { as: 'format', fact: ({ format }, { t }) => t(`format.${format}`) },
  in_attune: { as: 'isInAttune', fact: ({ isInAttune }, { t }) => (isInAttune ? t('callInAttune') : '') },
  location: { as: 'location', fact: ({ location }) => location },
  therapy_type: leftOut('it tells of other participants, whom the export of a client does not show'),
  video_url: leftOut('the link says nothing about the session'),
  group_id: leftOut('the name of a group tells of other participants'),
  type_id: leftOut('it names a setting, from which the session has copied its values'),
  therapist_id: selectsRows,
  deleted_at: leftOut('deleted sessions are not exported'),
  series_id: ofSeries,
  series_day: ofSeries,
  detached: ofSeries,
  booked_anyway: leftOut('it is about the calendar of the therapist'),
  booked_at: leftOut('the export shows when the session is, not when it was booked'),
  created_at: leftOut('the export shows when the session is, not when it was created'),
  updated_at: ofChanges,
  revision: ofChanges,
  sequence: ofChanges,
}

/** The columns of the client's participation in a session. */
const participationColumns: ExportedColumns<'session_client', ExportedSession> = {
  attendance: { as: 'attendance', fact: ({ attendance }, { t }) => (attendance ? t(`attendance.${attendance}`) : '') },
  answer: leftOut('the status of the session says whether it was agreed'),
  late_cancel: leftOut('the status of the session says that it was cancelled; the invoices show a fee'),
  starts_at: leftOut('it is the start of the session'),
  kept_from_guardians: leftOut('it says who sees the session in the app'),
  session_id: selectsRows,
  client_id: selectsRows,
  therapist_id: selectsRows,
}

/** The texts of a session, in the order of the export. */
const textKinds = { objectives: 'objectives', 'next-steps': 'nextSteps' } as const satisfies FieldList<
  SessionTextKind,
  'objectives' | 'nextSteps'
>
const exportedTexts = entriesOf<SessionTextKind, 'objectives' | 'nextSteps'>(textKinds)

const textsSql = sql.join(
  exportedTexts.map(
    ([kind, name]) => sql`coalesce((select x.text from app.session_text x
      where x.therapist_id = s.therapist_id and x.session_id = s.id and x.kind = ${kind}), '') as ${sql.ref(name)}`,
  ),
)

/** Yields the sessions of the client that were not deleted, with the objectives and next steps, without the names of other clients. */
export async function* sessionEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const texts = textsOf(record)
  const { t, entry, moment } = texts
  for await (const row of exportedSessions(app, record)) {
    const written = rewriteSessionTexts(row, redactionOf(record, row.others))
    yield entry({
      heading: moment(row.at),
      facts: [...factsOf(sessionColumns, row, texts), ...factsOf(participationColumns, row, texts)],
      content: labelledText(written.map(({ name, text }) => ({ label: t(name), text }))),
    })
  }
}

/** Returns the objectives and next steps of a session, rewritten. */
export const rewriteSessionTexts = (row: ExportedSession, { plain }: Pick<Redaction, 'plain'>) =>
  exportedTexts.map(([kind, name]) => ({ name, text: plain(`${row.id} ${kind}`, row[name]) }))

/** Yields the sessions of the client that were not deleted, in the order of their start. */
export const exportedSessions = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<ExportedSession>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<ExportedSession>`
      select ${exportedColumnsSql('s', sessionColumns)}, ${exportedColumnsSql('p', participationColumns)}, ${textsSql}, ${othersSql} as others
      from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and s.deleted_at is null
        and ${periodSql(startsAt, record)} ${pageSql(startsAt, sql`s.id`, after)}`.execute(kysely)
    return page.rows
  })
