import type { AccountId, ClientId, GuardianId, TherapistId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { notify } from '../../../messages/notification/notification.ts'

export type GuardianAgeJob = { therapistId: TherapistId; clientId: ClientId }

type Step = 'paused' | 'resumed' | 'ending' | 'renewed'
const notices = {
  paused: 'guardian-paused',
  resumed: 'guardian-resumed',
  ending: 'guardian-ending',
  renewed: 'guardian-resumed',
} as const

type Changed = { accountId: AccountId | null; name: string; step: Step }
type NotifiedRecord = { accountId: AccountId | null; firstName: string; lastName: string }

/**
 * Runs a job of the queue `guardian-age`. Pauses the rights of a guardian once the client has come of age or the last day of the guardian is over,
 * resumes them after a corrected date of birth, and notifies client, guardian and therapist, also once 30 days before a pause. Running the job twice
 * changes nothing.
 */
export async function runGuardianAgeJob(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { therapistId, clientId }: GuardianAgeJob,
): Promise<void> {
  await db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
    const { rows } = await sql<Changed>`
      select account_id as "accountId", name, step from def.advance_guardians(${clientId}, ${clock.now()})`.execute(
      tx.kysely,
    )
    const client = rows.length > 0 ? await readNotifiedRecord(tx, clientId) : undefined
    if (!client) return
    for (const changed of rows) await notifyOfStep(tx, { ...changed, client, clientId })
  })
}

async function readNotifiedRecord(tx: Tx, clientId: ClientId): Promise<NotifiedRecord | undefined> {
  const { rows } = await sql<NotifiedRecord>`
    select account_id as "accountId", first_name as "firstName", last_name as "lastName" from app.client_name
    where therapist_id = ${tx.actor.id} and id = ${clientId}`.execute(tx.kysely)
  return rows[0]
}

/**
 * Notifies the people concerned. The notice to one guardian names no other. A client is not notified of renewed rights, because the client has
 * renewed them.
 */
async function notifyOfStep(
  tx: Tx,
  { accountId, name, step, client, clientId }: Changed & { client: NotifiedRecord; clientId: ClientId },
): Promise<void> {
  const type = notices[step]
  const therapist = { type: 'user', id: tx.actor.id } as const
  await notify(tx, {
    to: tx.actor.id as TherapistId,
    type,
    params: { name: shortName(client) },
    about: { type: 'client', id: clientId },
    person: client.accountId,
  })
  if (accountId) await notify(tx, { to: accountId, type, params: { name: client.firstName }, about: null })
  if (client.accountId && step !== 'renewed')
    await notify(tx, { to: client.accountId, type, params: { name }, about: therapist })
}

/**
 * Renews some rights of a paused guardian. The actor is the client, or the therapist of a client without an account. Repeating the call changes
 * nothing. Refuses with NOT_FOUND, NOT_PAUSED and HAS_ACCOUNT.
 */
export async function renewGuardian(
  tx: Tx,
  { id, rights }: { id: GuardianId; rights: GuardianRight[] },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{
    outcome: string
  }>`select outcome from def.renew_guardian(${id}, ${rights}, ${now})`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  if (row.outcome === 'account') throw createRefusal('HAS_ACCOUNT', 409)
  if (row.outcome === 'not-paused') throw createRefusal('NOT_PAUSED', 409)
}
