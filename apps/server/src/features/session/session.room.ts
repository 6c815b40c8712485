import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/actor.ts'
import { ownTermsOf } from '../terms/terms.ts'

/**
 * Where a new video call takes place: the link given for this session alone, else the therapist's room, in which `{room}`
 * becomes a name of 128 random bits; null where there is neither, and for whatever is no video call.
 */
export async function roomFor(tx: Tx, format: string, given?: string | null): Promise<string | null> {
  if (format !== 'video') return null
  if (given) return given
  const { videoLink } = await ownTermsOf(tx, tx.actor.id as string)
  return videoLink ? videoLink.replaceAll('{room}', randomBytes(16).toString('base64url')) : null
}
