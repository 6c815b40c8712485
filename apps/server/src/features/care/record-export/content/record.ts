import type { Contact } from '@attune/contract/features/people/client/client.fields'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { withoutGuardianAddresses } from './guardian-addresses.ts'
import { contactLine, contactSql, detailLines, detailsSql, type ExportedDetails } from './record-fields.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type Row = {
  details: ExportedDetails
  code: string
  status: string
  joinedAt: string
  agreements: { version: number; language: string; at: string }[]
  contacts: Contact[]
  waiting: { since: string; until: string; from: string; to: string; zone: string }[]
}

/** Yields one entry with the details of the record, the client's contacts, waiting list entries and agreements on joining. */
export async function* headEntries({ db }: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const texts = textsOf(record)
  const { t, entry, day, moment } = texts
  const { rows } = await db.asActor(record.actor, ({ kysely, actor }) =>
    sql<Row>`
      select ${detailsSql} as details, c.code, c.status, c.joined_at as "joinedAt",
        coalesce((select json_agg(${contactSql} order by k.place, k.id)
          from app.client_contact k where k.therapist_id = c.therapist_id and k.client_id = c.id), '[]') as contacts,
        coalesce((select json_agg(json_build_object('since', to_char(w.since at time zone w.zone, 'YYYY-MM-DD'), 'until', w.until_day, 'from', w.from_time,
            'to', w.until_time, 'zone', w.zone) order by w.since, w.id)
          from app.waiting_entry w where w.therapist_id = c.therapist_id and w.client_id = c.id), '[]') as waiting,
        coalesce((select json_agg(json_build_object('version', v.version, 'language', v.language, 'at', a.agreed_at) order by a.agreed_at)
          from app.legal_consent a join app.legal_version v on v.id = a.version_id
          where a.account_id = c.account_id and v.page = 'consent'), '[]') as agreements
      from app.client c where c.therapist_id = ${actor.id} and c.id = ${record.clientId}`.execute(kysely),
  )
  const [row] = rows
  if (!row) return
  const { details, contacts } = withoutGuardianAddresses(record, row.details, row.contacts)
  const wish = ({ since, until, from, to, zone }: Row['waiting'][number]) =>
    `${day(since)} – ${day(until)}, ${from}–${to} (${zone})`
  const agreement = ({ version, language, at }: Row['agreements'][number]) =>
    t('agreedVersion', { version: String(version), language: language.toUpperCase(), when: moment(at) })
  yield entry({
    heading: record.name,
    facts: [t(`clientStatus.${row.status}`), row.code],
    content: labelledText([
      ...detailLines(record, details),
      { label: t('since'), text: moment(row.joinedAt) },
      { label: t('consentOnJoining'), text: row.agreements.map(agreement).join('\n') },
      { label: t('contacts'), text: contacts.map((contact) => contactLine(contact, texts)).join('\n') },
      { label: t('waitingList'), text: row.waiting.map(wish).join('\n') },
    ]),
  })
}
