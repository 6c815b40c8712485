import { ORPCError } from '@orpc/server'
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { inviteClient } from './connection.ts'

const reasons = ['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON'] as const
type RefusalReason = (typeof reasons)[number]

/**
 * Invites each of the records, or reports why it cannot be invited. The same command again changes nothing and returns the same.
 * Refuses NOT_FOUND for all, if one is not the therapist's.
 */
export async function inviteMany(tx: Tx, act: { ids: string[]; command: string }, now: Date) {
  const [sent, refused] = [[] as string[], [] as { id: string; code: RefusalReason }[]]
  // Sorted by id, so that concurrent calls wait for each other instead of deadlocking.
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

/** The reason of a refusal by `inviteClient`, which refuses before it writes anything. */
function reasonOf(error: unknown): RefusalReason | null {
  return error instanceof ORPCError ? (reasons.find((reason) => reason === error.code) ?? null) : null
}

/** A separate command for each record, derived from the id, so that a repeat uses the same one. */
function commandFor(command: string, id: string): string {
  const hex = createHash('sha256').update(`${command}:${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
