import type { EstimateId, TherapistId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { untilDone } from '../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../platform/jobs/job-worker.ts'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { findLogo } from '../business/business.ts'
import { type EstimateDocument, renderDocumentPdf } from '../billing-document/billing-document.ts'
import { notify } from '../../messages/notification/notification.ts'

export type EstimateJob = { estimateId: EstimateId; therapistId: TherapistId }

/**
 * Runs a job of the queue `estimate-document`: renders the PDF of an estimate from its stored content, stores it and notifies the client. Does not
 * replace a stored PDF. A job that fails is retried until it succeeds.
 */
export const makeEstimateDocument = (
  app: Pick<AppContext, 'db'>,
  data: EstimateJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> => untilDone(app.db, { job: { name: 'estimate-document', data }, last }, () => makeDocument(app, data))

async function makeDocument(app: Pick<AppContext, 'db'>, { estimateId, therapistId }: EstimateJob): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const order = await app.db.asActor(worker, (tx) => findEstimateOrder(tx, estimateId))
  if (!order) return
  const bytes = await renderDocumentPdf(order)
  await app.db.asActor(worker, async (tx) => {
    const { rows } = await sql`
      insert into app.estimate_document (therapist_id, estimate_id, sha256, bytes)
      values (${therapistId}, ${estimateId}, ${sha256Of(bytes)}, ${bytes}) on conflict (estimate_id) do nothing
      returning estimate_id`.execute(tx.kysely)
    if (rows.length) await notifyClient(tx, estimateId)
  })
}

/** Returns the content, the creation time and the logo for an estimate's PDF; null if the PDF is already stored or there is no such estimate. */
async function findEstimateOrder(tx: Tx, estimateId: EstimateId) {
  const { rows } = await sql<{ sheet: EstimateDocument; givenAt: Date }>`
    select e.frozen as sheet, e.given_at as "givenAt" from app.estimate e where e.therapist_id = ${tx.actor.id} and e.id = ${estimateId}
      and not exists (select from app.estimate_document d where d.estimate_id = e.id)`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const sha = row.sheet.seller.logoSha
  const logo = sha === null ? null : await findLogo(tx, sha)
  return { sheet: row.sheet, madeAt: new Date(row.givenAt).toISOString(), logo: logo?.bytes ?? null }
}

/**
 * Notifies the client of an estimate, in the app and by an email with a link. The notification contains neither amount, service nor diagnosis. Does
 * nothing if the client has no account or is no longer connected.
 */
async function notifyClient(tx: Tx, estimateId: EstimateId): Promise<void> {
  const { rows } = await sql<{ account: string; name: string }>`
    select l.account_id as account, p.name as name
    from app.estimate_client l join app.person p on p.account_id = l.therapist_id
    where l.estimate_id = ${estimateId} and l.account_id = any (def.my_people())`.execute(tx.kysely)
  for (const { account, name } of rows)
    await notify(tx, {
      to: account,
      type: 'estimate-given',
      params: { name },
      about: { type: 'estimate', id: estimateId },
      email: { actingFor: tx.actor.id },
    })
}

export type StoredEstimate = { bytes: Buffer; number: number; givenOn: string; language: EstimateDocument['language'] }

/**
 * Returns the PDF of an estimate that the acting therapist has given or the acting client can see. Returns 'making' if it is not stored yet, and
 * null for any other estimate. Throws if the bytes differ from the stored hash.
 */
export async function findStoredEstimate(tx: Tx, estimateId: EstimateId): Promise<StoredEstimate | 'making' | null> {
  const { rows } = await sql<StoredEstimate & { sha256: string | null }>`
    select d.bytes, d.sha256, e.number, e.given_on::text as "givenOn", e.frozen->>'language' as language
    from app.estimate e left join app.estimate_document d on d.estimate_id = e.id where e.id = ${estimateId}`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) return null
  const { sha256, ...document } = row
  if (sha256 === null) return 'making'
  if (sha256Of(document.bytes) !== sha256) throw new Error('the stored document of an estimate is damaged')
  return document
}
