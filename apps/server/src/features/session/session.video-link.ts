import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { ownTermsOf } from '../terms/terms.ts'

/**
 * The link of a new video session: the one given for it, else the therapist’s link with `{room}` replaced by 128
 * random bits; null where there is neither, and for other formats.
 */
export const videoLinkFor = async (tx: Tx, format: string, given?: string | null): Promise<string | null> =>
  (await videoLinksFor(tx, 1, format, given))[0] ?? null

/** The links of several video sessions, each with its own room where rooms are generated. */
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
