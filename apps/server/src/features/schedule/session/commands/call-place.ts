import { fitsCall } from '@attune/contract/features/schedule/session/session.rules'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readOwnTerms } from '../../terms/terms.ts'

/** The place of the call of a session: in Attune, behind a link, or none. */
export type CallPlace = { videoUrl: string | null; callInAttune: boolean }

/** The facts about a session that decide the place of its call before the therapist's terms are read. */
export type WantedCallPlace = {
  format: string
  videoUrl?: string | null | undefined
  /** Undefined: the terms decide, unless there is a URL or there are too many clients for a call in Attune. */
  callInAttune?: boolean | undefined
  /** The number of clients who take part. */
  clients: number
}

/** The columns of a new or changed session with the place of its call, as `readCallPlaces` chooses it. */
export async function readCallPlace(tx: Tx, wanted: WantedCallPlace) {
  const {
    callInAttune,
    videoUrls: [videoUrl],
  } = await readCallPlaces(tx, 1, wanted)
  return { video_url: videoUrl ?? null, in_attune: callInAttune }
}

/**
 * Chooses the place of the calls of several sessions: in Attune, otherwise behind the given URL, otherwise behind the therapist’s link. Each `{room}`
 * in that link is replaced by 128 random bits of the session. A session in a format other than video has no place for a call.
 */
export async function readCallPlaces(
  tx: Tx,
  count: number,
  { format, videoUrl, callInAttune, clients }: WantedCallPlace,
): Promise<{ callInAttune: boolean; videoUrls: (string | null)[] }> {
  const places = (link: () => string | null) => ({
    callInAttune: false,
    videoUrls: Array.from({ length: count }, link),
  })
  const inAttune = { ...places(() => null), callInAttune: true }
  if (format !== 'video') return places(() => null)
  if (callInAttune) return inAttune
  if (videoUrl) return places(() => videoUrl)
  const { videoLink, callsInAttune } = await readOwnTerms(tx, tx.actor.id)
  if (callInAttune === undefined && callsInAttune && fitsCall(clients)) return inAttune
  return places(() => (videoLink ? videoLink.replaceAll('{room}', randomBytes(16).toString('base64url')) : null))
}

/** Refuses with CALL_TOO_LARGE if a call in Attune would have too many clients. */
export function requireFittingCall({ callInAttune }: Pick<CallPlace, 'callInAttune'>, clients: number): void {
  if (callInAttune && !fitsCall(clients)) throw createRefusal('CALL_TOO_LARGE', 409)
}

type EditedPlace = { format: string; videoUrl: string | null; callInAttune?: boolean | undefined }

/** Whether the call is in Attune after an edit. Without `callInAttune`, a call in Attune stays there unless the edit has a URL. */
export const isInAttuneAfter = (edit: EditedPlace, before: CallPlace): boolean =>
  edit.format === 'video' && (edit.callInAttune ?? (before.callInAttune && !edit.videoUrl))
