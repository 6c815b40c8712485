import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { ownTermsOf } from '../terms/terms.ts'

/**
 * Returns the link of a new session. For a video session this is the link `given`; without it, the therapist’s link
 * with `{room}` replaced by 128 random bits. Null if there is no link, and for other formats.
 */
export const videoLinkFor = async (tx: Tx, format: string, given?: string | null): Promise<string | null> =>
  (await videoLinksFor(tx, 1, format, given))[0] ?? null

/** Returns the links of several sessions. If the therapist’s link contains `{room}`, each session gets its own room. */
export async function videoLinksFor(
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
