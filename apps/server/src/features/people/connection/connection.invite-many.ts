import type { ClientId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/server'
import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { inviteClient } from './connection.ts'
import {
  type CountNewAddress,
  type InvitationLimits,
  openInvitationQueue,
  listRecentInvitationTimes,
} from './connection.pace.ts'

const reasons = ['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON'] as const
type RefusalReason = (typeof reasons)[number]

/**
 * Invites the clients of the given records. Returns the invited records, and each refused record with its reason.
 * Repeating the command sends no further email. `limits` determines when each email is sent. The whole call counts as
 * one new address.
 * Refuses the whole call with NOT_FOUND if a record belongs to another therapist, and with INVITATION_LIMIT.
 */
export async function inviteMany(
  tx: Tx,
  act: { ids: ClientId[]; command: string },
  now: Date,
  { limits, countNewAddress }: { limits: InvitationLimits; countNewAddress: CountNewAddress },
) {
  const queue = openInvitationQueue(await listRecentInvitationTimes(tx, now), limits, now.getTime())
  const [sent, refused] = [[] as string[], [] as { id: ClientId; code: RefusalReason }[]]
  // Processes the records in the order of their ids, so that concurrent calls wait for each other instead of
  // deadlocking.
  for (const id of [...new Set(act.ids)].sort()) {
    try {
      const time = queue.next()
      const command = commandFor(act.command, id)
      if (await inviteClient(tx, { id, command }, now, { at: new Date(time), countNewAddress })) queue.take(time)
      sent.push(id)
    } catch (error) {
      const code = reasonOf(error)
      if (!code) throw error
      refused.push({ id, code })
    }
  }
  return { sent, refused }
}

/**
 * Returns the reason of a refusal, or null for any other error. `inviteClient` refuses before it writes anything, so
 * the transaction can continue.
 */
function reasonOf(error: unknown): RefusalReason | null {
  return error instanceof ORPCError ? (reasons.find((reason) => reason === error.code) ?? null) : null
}

/**
 * Derives a separate command for each record from the command and the id of the record. A repeated call uses the same
 * commands.
 */
function commandFor(command: string, id: ClientId): string {
  const hex = createHash('sha256').update(`${command}:${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
