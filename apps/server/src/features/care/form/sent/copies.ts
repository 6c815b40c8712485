import type { AccountId, ClientId, GuardianId, SentFormId } from '@attune/contract/common/ids'
import { isForGuardians, isMinorOn } from '@attune/contract/features/care/form/form.rules'
import type { FormContent, SentForm } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { createRefusal, illegalTransition } from '../../../../platform/policy/refusal.ts'
import { requireForm, sentFormOf } from '../form.queries.ts'
import { requireSent, type SentOf } from './sent.ts'
import { notifyRecipients } from './recipients.ts'

/** SQL for the guardians `l` of a client who can sign forms with their accounts. */
const signersSql = (clientId: ClientId) => sql`
  app.guardian_label l where l.client_id = ${clientId} and l.account_id is not null and l.ended_at is null and l.paused_at is null and l.rights ? 'forms'`

/** Returns the names of the guardians of a client of the acting therapist who can sign forms. */
export async function listSigners(tx: Tx, clientId: ClientId): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select l.name from ${signersSql(clientId)} order by l.name, l.id`.execute(tx.kysely)
  return rows.map(({ name }) => name)
}

/** SQL for whether a client of the acting therapist has a guardian who can sign forms. */
export const hasSignersSql = (clientId: ClientId) => sql<boolean>`exists (select from ${signersSql(clientId)})`

/** Returns the ids of the copies for the guardians who can sign a form. Refuses with TOO_FEW_GUARDIANS if there are fewer than two. */
export async function listNewCopies(
  tx: Tx,
  { id, clientId, content }: { id: SentFormId; clientId: ClientId; content: FormContent },
  { accountId, today }: { accountId: AccountId | null; today: string },
): Promise<{ id: SentFormId; guardianId: GuardianId | null }[]> {
  const { rows } = await sql<{ id: GuardianId; birthDate: string | null; majorityAge: number }>`
    select l.id, (select c.date_of_birth::text from app.client c where c.therapist_id = l.therapist_id and c.id = l.client_id) as "birthDate",
      def.majority_age() as "majorityAge"
    from ${signersSql(clientId)} order by l.name, l.id`.execute(tx.kysely)
  const [first] = rows
  const isMinor = first !== undefined && isMinorOn(first.birthDate, today, first.majorityAge)
  const isTheirs = isForGuardians(content, { isMinor, hasAccount: accountId !== null })
  if (rows.length < 2 || !isTheirs) throw createRefusal('TOO_FEW_GUARDIANS', 409)
  return rows.map(({ id: guardianId }, at) => ({ id: at === 0 ? id : (randomUUID() as SentFormId), guardianId }))
}

/** Locks a sent form together with the other copies that guardians must sign, and returns their ids. */
async function lockCopies(tx: Tx, { id }: SentOf): Promise<{ id: SentFormId; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: SentFormId; isOpen: boolean }>`
    select s.id, s.signed_at is null and s.cancelled_at is null as "isOpen" from app.sent_form s
    where s.therapist_id = ${tx.actor.id} and (s.id = ${id} or s.agreement_id = (select o.agreement_id from app.sent_form o
      where o.therapist_id = ${tx.actor.id} and o.id = ${id})) order by s.id for update`.execute(tx.kysely)
  return rows
}

/**
 * Replaces an open form, with all copies for guardians, by a newer version that the therapist has confirmed, and notifies the recipients. Repeating
 * the call changes nothing. Refuses with NOT_FOUND, with NOT_CONFIRMED, and with ILLEGAL_TRANSITION if the form or another copy is not open.
 */
export async function replaceForm(
  tx: Tx,
  { version, ...of }: SentOf & { version: number },
  now: Date,
): Promise<SentForm> {
  const copies = await lockCopies(tx, of)
  const { row, today } = await requireSent(tx, of, now)
  if (row.version === version) return sentFormOf(row, today)
  if (row.state !== 'open') throw illegalTransition({ state: row.state })
  if (copies.some(({ isOpen }) => !isOpen)) throw illegalTransition({ state: 'signed' })
  const form = await requireForm(tx, row.formId)
  if (form.confirmedVersion !== version || !form.confirmedContent) throw createRefusal('NOT_CONFIRMED', 409)
  for (const { id } of copies) {
    await sql`
      update app.sent_form set form_version = ${version}, frozen = ${JSON.stringify(form.confirmedContent)}, text_sha256 = ${form.confirmedSha256},
        replaced_at = ${now} where therapist_id = ${tx.actor.id} and id = ${id}`.execute(tx.kysely)
    await notifyRecipients(tx, 'form-sent', id, now)
  }
  return sentFormOf((await requireSent(tx, of, now)).row, today)
}

/**
 * Cancels an open form that was sent, with all copies for guardians that are open. Repeating the call changes nothing. Refuses with NOT_FOUND and
 * ILLEGAL_TRANSITION.
 */
export async function cancelForm(tx: Tx, of: SentOf, now: Date): Promise<void> {
  const copies = await lockCopies(tx, of)
  const { row } = await requireSent(tx, of, now)
  if (row.state === 'cancelled') return
  if (row.state !== 'open') throw illegalTransition({ state: row.state })
  const open = copies.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  await sql`update app.sent_form set cancelled_at = ${now} where therapist_id = ${tx.actor.id} and id = any (${open}::uuid[])`.execute(
    tx.kysely,
  )
}

/** Keeps a sent form, with all copies, from guardians, or shows it to them again. Refuses with NOT_FOUND. */
export async function keepForm(tx: Tx, { isKept, ...of }: SentOf & { isKept: boolean }, now: Date): Promise<SentForm> {
  await requireSent(tx, of, now)
  const ids = (await lockCopies(tx, of)).map(({ id }) => id)
  await sql`update app.sent_form set kept_from_guardians = ${isKept} where therapist_id = ${tx.actor.id} and id = any (${ids}::uuid[])`.execute(
    tx.kysely,
  )
  describeChange(tx, { after: { isKept } })
  const { row, today } = await requireSent(tx, of, now)
  return sentFormOf(row, today)
}
