import { ORPCError } from '@orpc/server'
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { invite } from './connection.ts'

const reasons = ['NO_EMAIL', 'ALREADY_CONNECTED', 'TOO_SOON'] as const
type Reason = (typeof reasons)[number]

/**
 * Invites each of the records, or says why not. The same command again changes nothing and answers the same.
 * Refuses NOT_FOUND, and then all of them, where one is not the therapist's.
 */
export async function inviteMany(tx: Tx, act: { ids: string[]; command: string }, now: Date) {
  const [sent, refused] = [[] as string[], [] as { id: string; code: Reason }[]]
  // In one order whoever asks: two such acts wait for each other and do not lock each other out.
  for (const id of [...new Set(act.ids)].sort()) {
    try {
      await invite(tx, { id, command: commandFor(act.command, id) }, now)
      sent.push(id)
    } catch (error) {
      const code = reasonOf(error)
      if (!code) throw error
      refused.push({ id, code })
    }
  }
  return { sent, refused }
}

/** A refusal of `invite` comes before it has written anything. */
function reasonOf(error: unknown): Reason | null {
  return error instanceof ORPCError ? (reasons.find((reason) => reason === error.code) ?? null) : null
}

/** One command of its own for each record, the same each time. */
function commandFor(command: string, id: string): string {
  const hex = createHash('sha256').update(`${command}:${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
