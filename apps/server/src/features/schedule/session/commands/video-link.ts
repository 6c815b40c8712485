import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readOwnTerms } from '../../terms/terms.ts'

/**
 * Returns the video link for a new session. This is `given`, otherwise the therapist’s link with `{room}` replaced by
 * 128 random bits. Returns null if there is no link or if the format is not video.
 */
export const readVideoLink = async (tx: Tx, format: string, given?: string | null): Promise<string | null> =>
  (await readVideoLinks(tx, 1, format, given))[0] ?? null

/**
 * Returns the video links for several new sessions. If the therapist’s link contains `{room}`, each session gets a room
 * of its own.
 */
export async function readVideoLinks(
  tx: Tx,
  count: number,
  format: string,
  given?: string | null,
): Promise<(string | null)[]> {
  const rooms = Array.from({ length: count })
  if (format !== 'video') return rooms.map(() => null)
  if (given) return rooms.map(() => given)
  const { videoLink } = await readOwnTerms(tx, tx.actor.id)
  return rooms.map(() => (videoLink ? videoLink.replaceAll('{room}', randomBytes(16).toString('base64url')) : null))
}
