import type { ClientId, SentFormId, TherapistId } from '@attune/contract/common/ids'
import type { FormContent } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { untilDone } from '../../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../../platform/jobs/job-worker.ts'
import { formatDateTimeInZone, translate } from '../../../../platform/text/translations.ts'
import { sha256Of } from '../../../../platform/secrets/sha256.ts'
import type { FormPdfOrder } from './pdf.order.ts'
import { renderFormPdf } from './pdf.ts'
import { signatureSql, type StoredSignature } from '../form.signature.ts'

export type FormDocumentJob = { sentFormId: SentFormId; therapistId: TherapistId }

/**
 * Runs a job of the queue `form-document`: renders the PDF of a signed form and stores it with its SHA-256. Does not replace a stored PDF. A job that
 * fails is retried until it succeeds.
 */
export const makeFormDocument = (
  app: Pick<AppContext, 'db'>,
  data: FormDocumentJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> => untilDone(app.db, { job: { name: 'form-document', data }, last }, () => makeDocument(app, data))

async function makeDocument(app: Pick<AppContext, 'db'>, { sentFormId, therapistId }: FormDocumentJob): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const signed = await app.db.asActor(worker, (tx) => findSignedForm(tx, sentFormId))
  if (!signed) return
  const bytes = await renderFormPdf(orderOf(signed))
  await app.db.asActor(worker, (tx) =>
    sql`
      insert into app.form_document (therapist_id, sent_form_id, sha256, bytes)
      values (${therapistId}, ${sentFormId}, ${sha256Of(bytes)}, ${bytes}) on conflict (sent_form_id) do nothing`.execute(
      tx.kysely,
    ),
  )
}

type SignedForm = StoredSignature & { content: FormContent; clientName: string; therapistName: string; zone: string }

/** Returns a signed form without a PDF; null for any other form. */
async function findSignedForm(tx: Tx, sentFormId: SentFormId): Promise<SignedForm | null> {
  const { rows } = await sql<SignedForm>`
    select ${signatureSql}, s.frozen as content, c.name as "clientName",
      p.name as "therapistName", p.zone
    from app.sent_form s join app.form_signature g on g.sent_form_id = s.id
      join app.client_name c on c.therapist_id = s.therapist_id and c.id = s.client_id join app.person p on p.account_id = s.therapist_id
    where s.therapist_id = ${tx.actor.id} and s.id = ${sentFormId}
      and not exists (select from app.form_document d where d.sent_form_id = s.id)`.execute(tx.kysely)
  return rows[0] ?? null
}

function orderOf(signed: SignedForm): FormPdfOrder {
  const { content, answers, zone } = signed
  const { language } = content
  const t = (key: string, params: Record<string, string> = {}) => translate(language, `form.pdf.${key}`, params)
  const signedAt = formatDateTimeInZone(signed.signedAt, language, zone)
  const when = t('at', { when: signedAt, zone })
  return {
    content,
    answers,
    author: signed.therapistName,
    madeAt: signed.signedAt,
    facts: [
      { label: t('client'), value: signed.clientName },
      { label: t('therapist'), value: signed.therapistName },
      { label: t('version'), value: String(signed.version) },
    ],
    signature: signed.typedName
      ? {
          title: t('signature'),
          lines: [
            signed.typedName,
            ...guardianLine(t, 'guardian', signed),
            when,
            t(`method.${signed.method}`),
            t('simple'),
            t('shown', { sha256: signed.sha256 }),
          ],
        }
      : {
          title: t('submitted'),
          lines: [...guardianLine(t, 'submittedBy', signed), when, t('shown', { sha256: signed.sha256 })],
        },
    footer: `${content.title} · ${signed.clientName} · ${signedAt}`,
    pageOf: t('pageOf', { page: '{page}', pages: '{pages}' }),
    unknown: t('unknown'),
  }
}

type Translate = (key: string, params?: Record<string, string>) => string

/** The line that names the guardian who signed or submitted the form, with the relation to the client; none if the client did. */
const guardianLine = (t: Translate, key: string, { guardianName, guardianRelation }: SignedForm): string[] =>
  guardianName ? [t(key, { name: guardianName }) + (guardianRelation && ` (${guardianRelation})`)] : []

export type StoredFormDocument = { bytes: Buffer; title: string; signedOn: string; clientId: ClientId }

/**
 * Returns the PDF of a signed form that the actor may see. Returns 'making' if it is not stored yet, and null for any other form. Throws if the
 * bytes differ from the stored hash.
 */
export async function findStoredFormDocument(tx: Tx, id: SentFormId): Promise<StoredFormDocument | 'making' | null> {
  const { rows } = await sql<StoredFormDocument & { sha256: string | null }>`
    select d.bytes, d.sha256, s.frozen->>'title' as title, s.signed_at::date::text as "signedOn", s.client_id as "clientId"
    from app.sent_form s left join app.form_document d on d.sent_form_id = s.id where s.id = ${id} and s.signed_at is not null
      and exists (select from app.form_signature g where g.sent_form_id = s.id)`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const { sha256, ...document } = row
  if (sha256 === null) return 'making'
  if (sha256Of(document.bytes) !== sha256) throw new Error('the stored document of a form is damaged')
  return document
}
