import { leftOut } from '@attune/contract/common/fields'
import { shownParts } from '@attune/contract/features/care/form/form.rules'
import type { FormContent, SentForm } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { sentStateSql, signatureSql, type StoredSignature } from '../../form/form.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { exportedColumnsSql, factsOf, type ExportedColumns } from './columns.ts'
import { pageSql, pagedRows, periodSql } from './pages.ts'
import { labelledText, textsOf } from '../record-export.texts.ts'

type Row = Pick<SentForm, 'id' | 'state' | 'sentAt' | 'withdrawnAt'> & {
  at: string
  formVersion: number
  content: FormContent
  pdfSha256: string | null
  signerName: string | null
  signedOn: string | null
  scanName: string | null
} & { [Name in keyof StoredSignature]: StoredSignature[Name] | null }

/** SQL for the time at which a form was signed. For an unsigned form, this is the time at which it was sent. */
export const formAtSql = sql`coalesce(s.signed_at, s.sent_at)`

const selectsRows = leftOut('it selects the rows')
const ofReminder = leftOut('it is about the reminder of the form')
const inState = leftOut('the state says it')

/** The columns of a sent form. The facts are in the order of the export and follow the state. */
const sentFormColumns: ExportedColumns<'sent_form', Row> = {
  id: { as: 'id' },
  frozen: { as: 'content' },
  form_version: {
    as: 'formVersion',
    fact: ({ formVersion }, { t }) => t('formVersion', { number: String(formVersion) }),
  },
  sent_at: { as: 'sentAt', fact: ({ sentAt }, { t, moment }) => t('sentOn', { when: moment(sentAt) }) },
  withdrawn_at: {
    as: 'withdrawnAt',
    fact: ({ withdrawnAt }, { t, moment }) => (withdrawnAt ? t('withdrawnOn', { when: moment(withdrawnAt) }) : ''),
  },
  signed_at: leftOut('the signature has the time'),
  text_sha256: leftOut('the signature has the hash of the text that was shown'),
  cancelled_at: inState,
  replaced_at: inState,
  flagged: leftOut('the alert is for the therapist who reads the answers'),
  acknowledged_at: leftOut('the alert is for the therapist who reads the answers'),
  due_day: leftOut('it is about the reminder of an open form'),
  remind_at: ofReminder,
  reminded_at: ofReminder,
  notified_at: ofReminder,
  kept_from_guardians: leftOut('it is about what guardians see in the app'),
  guardian_id: leftOut('the signature names the guardian'),
  agreement_id: leftOut('each copy is in the export'),
  form_id: leftOut('the content has the title of the form'),
  account_id: selectsRows,
  client_id: selectsRows,
  therapist_id: selectsRows,
}

/** Yields the forms that were sent to the client: the text, and the answers and the signature with their hashes once they are signed. */
export async function* formEntries(app: Pick<AppContext, 'db'>, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const texts = textsOf(record)
  const { t, entry } = texts
  for await (const row of exportedForms(app, record)) {
    const state = row.state === 'signed' && !row.typedName && !row.signerName ? 'submitted' : row.state
    yield entry({
      heading: row.content.title,
      facts: [t(`formState.${state}`), ...factsOf(sentFormColumns, row, texts)],
      content: labelledText(
        shownParts(row.content, row.answers ?? {})
          .filter(({ field }) => field.type !== 'signature')
          .map(({ field, answer }) => ({ label: field.label, text: row.signedAt ? answer.join('\n') : '' })),
        true,
      ),
      replies: signatureLines(row, record),
      repliesTitle: t('signature'),
    })
  }
}

function signatureLines(row: Row, record: ExportedRecord): PdfEntry['replies'] {
  const { t, moment, day } = textsOf(record)
  if (row.signerName && row.signedOn)
    return [
      {
        by: t('signedOnPaper', { name: row.signerName, day: day(row.signedOn) }),
        text: t('scan', { name: row.scanName ?? '' }),
      },
    ]
  if (!row.signedAt) return []
  const pdf = (key: string, params?: Record<string, string>) =>
    translate(record.reader.language, `form.pdf.${key}`, params)
  const guardian = row.guardianName
    ? pdf('guardian', { name: [row.guardianName, row.guardianRelation].filter(Boolean).join(', ') })
    : ''
  const lines = [
    guardian,
    row.method && row.typedName && pdf(`method.${row.method}`),
    row.typedName && pdf('simple'),
    pdf('shown', { sha256: row.sha256 ?? '' }),
    row.pdfSha256 && `${t('pdfHash')}: ${row.pdfSha256}`,
  ]
  const when = moment(row.signedAt)
  return [
    {
      by: row.typedName ? `${row.typedName}, ${when}` : t('submittedOn', { when }),
      text: lines.filter(Boolean).join('\n'),
    },
  ]
}

/** Yields the forms that were sent to the client, by the time of their signature. */
export const exportedForms = (app: Pick<AppContext, 'db'>, record: ExportedRecord) =>
  pagedRows<Row>(app, record, async ({ kysely, actor }, after) => {
    const page = await sql<Row>`
      select ${exportedColumnsSql('s', sentFormColumns)}, ${formAtSql} as at, ${sentStateSql} as state, d.sha256 as "pdfSha256", q.signer_name as "signerName",
        q.signed_on::text as "signedOn", f.name as "scanName", ${signatureSql}
      from app.sent_form s
        left join app.form_signature g on g.therapist_id = s.therapist_id and g.sent_form_id = s.id
        left join app.form_document d on d.therapist_id = s.therapist_id and d.sent_form_id = s.id
        left join app.paper_signature q on q.therapist_id = s.therapist_id and q.sent_form_id = s.id and q.ended_at is null
        left join app.file f on f.account_id = q.account_id and f.id = q.file_id
      where s.therapist_id = ${actor.id} and s.client_id = ${record.clientId}
        and ${periodSql(formAtSql, record)} ${pageSql(formAtSql, sql`s.id`, after)}`.execute(kysely)
    return page.rows
  })
