import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { ownTermsOf } from '../terms/terms.ts'

/**
 * Where a new video call takes place: the link given for this session alone, else the therapist's room, in which `{room}`
 * becomes a name of 128 random bits; null where there is neither, and for whatever is no video call.
 */
export const roomFor = async (tx: Tx, format: string, given?: string | null): Promise<string | null> =>
  (await roomsFor(tx, 1, format, given))[0] ?? null

/** The same for several sessions, each with a room of its own where rooms are made. */
export async function roomsFor(
  tx: Tx,
  count: number,
  format: string,
  given?: string | null,
): Promise<(string | null)[]> {
  const rooms = Array.from({ length: count })
  if (format !== 'video') return rooms.map(() => null)
  if (given) return rooms.map(() => given)
  const { videoLink } = await ownTermsOf(tx, tx.actor.id as string)
  return rooms.map(() => (videoLink ? videoLink.replaceAll('{room}', randomBytes(16).toString('base64url')) : null))
}
