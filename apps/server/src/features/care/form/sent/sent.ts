import type { AccountId, ClientId, SentFormId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { SentForm, SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { sentFormOf, listSentRows } from '../form.queries.ts'
import { signatureSql, type StoredSignature } from '../form.signature.ts'
import { readScan } from '../paper/paper.queries.ts'

type Recipient = { accountId: AccountId | null; zone: string; isActive: boolean; today: string }

/** Returns the client of the acting therapist, with the zone of the client's account or else the therapist's. Refuses with NOT_FOUND. */
export async function requireRecipient(tx: Tx, clientId: ClientId, now: Date): Promise<Recipient> {
  const { rows } = await sql<Omit<Recipient, 'today'> & { ownZone: string }>`
    select c.account_id as "accountId", coalesce(p.zone, o.zone) as zone, o.zone as "ownZone", c.status <> 'inactive' as "isActive"
    from app.client_state c join app.person o on o.account_id = c.therapist_id left join app.person p on p.account_id = c.account_id
    where c.therapist_id = ${tx.actor.id} and c.id = ${clientId}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  const { ownZone, ...recipient } = row
  return { ...recipient, today: todayIn(ownZone, now) }
}

/** Returns the forms that were sent to a client, latest first. Refuses with NOT_FOUND. */
export async function listSentForms(tx: Tx, clientId: ClientId, now: Date): Promise<SentForm[]> {
  const { today } = await requireRecipient(tx, clientId, now)
  return (await listSentRows(tx, sql`s.client_id = ${clientId}`)).map((row) => sentFormOf(row, today))
}

export type SentOf = { clientId: ClientId; id: SentFormId }

/** Returns a form that was sent to a client of the acting therapist, and the therapist's day. Refuses with NOT_FOUND. */
export async function requireSent(tx: Tx, { clientId, id }: SentOf, now: Date) {
  const { today } = await requireRecipient(tx, clientId, now)
  const [row] = await listSentRows(tx, sql`s.client_id = ${clientId} and s.id = ${id}`)
  if (!row) throw notFound()
  return { row, today }
}

/** Returns a sent form with its signed content, without the client's draft. Refuses with NOT_FOUND. */
export async function readSentForm(tx: Tx, of: SentOf, now: Date): Promise<SentFormView> {
  const { row, today } = await requireSent(tx, of, now)
  const { rows } = await sql<StoredSignature>`
    select ${signatureSql} from app.form_signature g where g.therapist_id = ${tx.actor.id} and g.sent_form_id = ${of.id}`.execute(
    tx.kysely,
  )
  const { answers = null, ...signature } = rows[0] ?? {}
  return {
    ...sentFormOf(row, today),
    content: row.content,
    scan: await readScan(tx, of.id),
    answers,
    signature: answers === null ? null : (signature as SentFormView['signature']),
  }
}
