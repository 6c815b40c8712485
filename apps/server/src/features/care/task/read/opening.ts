import type { ClientId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isSealOf, sealOf } from '../../../../platform/secrets/seal.ts'

const validForMs = 24 * 60 * 60_000
const idBytes = 16

/** An opening of the overview of scores: its time, and the clients whose access logs have a line about it. */
export type MeasureOpening = { at: Date; clientIds: readonly ClientId[] }
type Deps = Pick<AppContext, 'secrets'>

/**
 * Writes an opening as a text that only this installation can write, for one therapist. The page sends it when it reads the scores again. If anyone
 * else could write such a text, a read could leave no line in the access logs.
 */
export function sealOpening(app: Deps, therapistId: string, { at, clientIds }: MeasureOpening): string {
  const ids = Buffer.from(clientIds.map((id) => id.replaceAll('-', '')).join(''), 'hex').toString('base64url')
  const text = `${at.getTime()}.${ids}`
  return `${text}.${sealOf(app, purpose(therapistId, text))}`
}

/** Reads an opening of the therapist of the last 24 hours. Returns null for any other text, so that the read counts as a new opening. */
export function readOpening(app: Deps, therapistId: string, sealed: string, now: Date): MeasureOpening | null {
  const [time = '', ids = '', seal = ''] = sealed.split('.')
  if (!isSealOf(app, purpose(therapistId, `${time}.${ids}`), seal)) return null
  const at = new Date(Number(time))
  if (now.getTime() - at.getTime() > validForMs) return null
  const bytes = Buffer.from(ids, 'base64url')
  return {
    at,
    clientIds: Array.from({ length: bytes.length / idBytes }, (_, place) =>
      uuidOf(bytes.toString('hex', place * idBytes, (place + 1) * idBytes)),
    ),
  }
}

const purpose = (therapistId: string, text: string) => `measures ${therapistId} ${text}`
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ClientId
