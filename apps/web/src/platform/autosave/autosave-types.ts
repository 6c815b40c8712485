import { ORPCError } from '@orpc/client'
import { isRetryable } from '../errors.ts'

/** A text as stored on the server. */
export type SavedText = { text: string; version: number; updatedAt: string | null }

/**
 * `saved`: nothing to do. `saving`: a save is scheduled or running. `kept`: the save failed or is slow; the text is
 * stored on this device. `conflict`: another version was saved meanwhile. `locked`: the server no longer accepts changes
 * of the text. `refused`: the server does not accept this text.
 */
export type AutosavePhase = 'saved' | 'saving' | 'kept' | 'conflict' | 'locked' | 'refused'

export type AutosaveState = {
  text: string
  phase: AutosavePhase
  savedAt: string | null
  /** Whether the text was restored from this device. */
  restored: boolean
  /** The server's text while `phase` is conflict. */
  theirs: string | null
  aside: string[]
}

export type AutosaveOptions = {
  /** Identifies the text on this device, by ids only. */
  name: string
  maximum: number
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  onSaved?: (saved: SavedText) => void
}

/**
 * The meaning of a failed save: another version exists, the text is locked, the text is refused, the save is retried
 * later, or the person must act.
 */
export type AutosaveFailure =
  | { kind: 'changed'; saved: SavedText }
  | { kind: 'locked' | 'refused' | 'later' | 'person' }

/** Thrown by `send` when the server has another version, or (null) when the text is locked. */
export class ChangedElsewhereError extends Error {
  readonly saved: SavedText | null
  constructor(saved: SavedText | null) {
    super('ELSEWHERE')
    this.saved = saved
  }
}

const needsPerson = ['NO_LOGIN', 'STEP_UP', 'FORBIDDEN', 'NOT_FOUND']

export function autosaveFailure(error: unknown): AutosaveFailure {
  if (error instanceof ChangedElsewhereError)
    return error.saved ? { kind: 'changed', saved: error.saved } : { kind: 'locked' }
  const code = error instanceof ORPCError ? error.code : ''
  if (code === 'BAD_REQUEST' || code === 'TOO_LARGE') return { kind: 'refused' }
  return { kind: needsPerson.includes(code) && !isRetryable(error) ? 'person' : 'later' }
}
