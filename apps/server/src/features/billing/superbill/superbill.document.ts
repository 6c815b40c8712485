import type { AccountId, ClientId, SuperbillId, TherapistId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { untilDone } from '../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../platform/jobs/job-worker.ts'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { findLogo } from '../business/business.ts'
import { renderDocumentPdf, type SuperbillDocument } from '../billing-document/billing-document.ts'
import { notify } from '../../messages/notification/notification.ts'

export type SuperbillJob = { superbillId: SuperbillId; therapistId: TherapistId }

/**
 * Runs a job of the queue `superbill-document`: renders the PDF of a superbill from its stored content, stores it, and notifies the client and
 * guardians. Does nothing if it is already stored. For a withdrawn superbill, stores the PDF but notifies no one. A job that fails is retried until
 * it succeeds.
 */
export async function makeSuperbillDocument(
  app: Pick<AppContext, 'db'>,
  data: SuperbillJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> {
  const worker = { role: 'worker', id: data.therapistId } as const
  await untilDone(app.db, { job: { name: 'superbill-document', data }, last }, async () => {
    const order = await app.db.asActor(worker, (tx) => findSuperbillOrder(tx, data.superbillId))
    if (!order) return
    const bytes = await renderDocumentPdf(order)
    await app.db.asActor(worker, async (tx) => {
      if (await storeDocument(tx, data.superbillId, bytes)) await notifyReaders(tx, data.superbillId)
    })
  })
}

/** Returns the content, the creation time and the logo for a superbill's PDF; null if the PDF is stored or the superbill does not exist. */
async function findSuperbillOrder(tx: Tx, superbillId: SuperbillId) {
  const { rows } = await sql<{ snapshot: SuperbillDocument; madeAt: Date }>`
    select b.frozen as snapshot, b.made_at as "madeAt" from app.superbill b
    where b.id = ${superbillId} and not exists (select from app.superbill_document d where d.superbill_id = b.id)`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) return null
  const { logoSha } = row.snapshot.seller
  const logo = logoSha === null ? null : await findLogo(tx, logoSha)
  return { sheet: row.snapshot, madeAt: new Date(row.madeAt).toISOString(), logo: logo?.bytes ?? null }
}

/** Stores the PDF of a superbill. Returns false if it was stored already. */
async function storeDocument(tx: Tx, superbillId: SuperbillId, bytes: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into app.superbill_document (therapist_id, superbill_id, sha256, bytes)
    values (${tx.actor.id}, ${superbillId}, ${sha256Of(bytes)}, ${bytes})
    on conflict (superbill_id) do nothing returning superbill_id`.execute(tx.kysely)
  return rows.length > 0
}

/**
 * Notifies the client of a superbill, in the app and by email, and the guardians who see the superbill, without an email or a push notification. Does
 * nothing if the superbill was withdrawn, and leaves out a client who has no account or is no longer connected. The notification contains neither
 * amount, service nor diagnosis.
 */
async function notifyReaders(tx: Tx, superbillId: SuperbillId): Promise<void> {
  const { rows } = await sql<{ account: string; name: string }>`
    select distinct l.account_id as account, p.name as name
    from app.superbill b join app.invoice_client l on l.therapist_id = b.therapist_id and l.client_id = b.client_id
      join app.person p on p.account_id = b.therapist_id
    where b.id = ${superbillId} and l.account_id = any (def.my_people())
      and not exists (select from app.superbill_withdrawal w where w.superbill_id = b.id)`.execute(tx.kysely)
  for (const { account, name } of rows)
    await notify(tx, {
      to: account,
      type: 'superbill-made',
      params: { name },
      about: null,
      email: { subject: superbillId, actingFor: tx.actor.id },
    })
  await notifyGuardians(tx, superbillId)
}

async function notifyGuardians(tx: Tx, superbillId: SuperbillId): Promise<void> {
  const { rows } = await sql<{ to: AccountId; actingFor: ClientId; name: string }>`
    select g as to, b.client_id as "actingFor", p.name
    from app.superbill b join app.person p on p.account_id = b.therapist_id, unnest(def.guardians_of_superbill(b.id)) g
    where b.id = ${superbillId} and not exists (select from app.superbill_withdrawal w where w.superbill_id = b.id)`.execute(
    tx.kysely,
  )
  for (const { to, ...params } of rows)
    await notify(tx, { to, type: 'superbill-made', params, about: null, email: null, push: null })
}

export type StoredSuperbill = { bytes: Buffer; from: string; to: string }

/**
 * Returns the stored PDF of a superbill that the acting therapist has made or the acting client or guardian can see. Returns 'making' if it is not
 * stored yet, and null for any other or a withdrawn superbill. Throws if the bytes differ from the stored hash.
 */
export async function findStoredSuperbill(
  tx: Tx,
  superbillId: SuperbillId,
): Promise<StoredSuperbill | 'making' | null> {
  const { rows } = await sql<StoredSuperbill & { sha256: string | null }>`
    select d.bytes, d.sha256, b.from_day::text as "from", b.to_day::text as "to"
    from app.superbill b left join app.superbill_document d on d.superbill_id = b.id
    where b.id = ${superbillId}
      and not exists (select from app.superbill_withdrawal w where w.superbill_id = b.id)`.execute(tx.kysely)
  const [row] = rows
  if (!row) return null
  const { sha256, ...stored } = row
  if (sha256 === null) return 'making'
  if (sha256Of(stored.bytes) !== sha256) throw new Error('the stored PDF of a superbill is damaged')
  return stored
}
