import { ORPCError } from '@orpc/server'
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { inviteClient } from './connection.ts'

const reasons = ['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON'] as const
type RefusalReason = (typeof reasons)[number]

/**
 * Invites each of the records and returns which were invited, and for the others the reason why not. Repeating the command sends nothing
 * again. Refuses with NOT_FOUND for the whole call if a record is not the therapist's.
 */
export async function inviteMany(tx: Tx, act: { ids: string[]; command: string }, now: Date) {
  const [sent, refused] = [[] as string[], [] as { id: string; code: RefusalReason }[]]
  // Processes the records in the order of their ids, so that concurrent calls wait for each other instead of deadlocking.
  for (const id of [...new Set(act.ids)].sort()) {
    try {
      await inviteClient(tx, { id, command: commandFor(act.command, id) }, now)
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
 * Returns the reason of a refusal, null for any other error. `inviteClient` refuses before it writes anything, so the transaction can
 * continue.
 */
function reasonOf(error: unknown): RefusalReason | null {
  return error instanceof ORPCError ? (reasons.find((reason) => reason === error.code) ?? null) : null
}

/** Derives a separate command for each record from the command and the id, so that a repeated call uses the same commands. */
function commandFor(command: string, id: string): string {
  const hex = createHash('sha256').update(`${command}:${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
