import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type Row = {
  id: string
  at: string
  minutes: number
  status: string
  format: string
  location: string
  attendance: string | null
  objectives: string
  nextSteps: string
}

const startsAt = sql`p.starts_at`

/** Yields the sessions of the client that were not deleted, with the objectives and next steps. */
export async function* sessionEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry, moment } = textsOf(record)
  const rows = pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select s.id, s.starts_at as at, (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes, s.status, s.format, s.location, p.attendance,
        coalesce((select x.text from app.session_text x where x.therapist_id = s.therapist_id and x.session_id = s.id and x.kind = 'objectives'), '') as objectives,
        coalesce((select x.text from app.session_text x where x.therapist_id = s.therapist_id and x.session_id = s.id and x.kind = 'next-steps'), '') as "nextSteps"
      from app.session_client p join app.session s on s.therapist_id = p.therapist_id and s.id = p.session_id
      where p.therapist_id = ${actor.id} and p.client_id = ${record.clientId} and s.deleted_at is null
        and ${periodSql(startsAt, record)} ${pageSql(startsAt, sql`s.id`, after)}`.execute(kysely)
    return page.rows
  })
  for await (const row of rows) {
    yield entry({
      heading: moment(row.at),
      facts: [
        t(`status.${row.status}`),
        t('minutes', { count: String(row.minutes) }),
        t(`format.${row.format}`),
        row.location,
        row.attendance ? t(`attendance.${row.attendance}`) : '',
      ],
      content: labelledText([
        { label: t('objectives'), text: row.objectives },
        { label: t('nextSteps'), text: row.nextSteps },
      ]),
    })
  }
}
