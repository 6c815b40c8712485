import { ORPCError } from '@orpc/client'
import { isRetryable } from '../api/errors.ts'
import { mergeLines } from './text-diff.ts'

/** A text as stored on the server. */
export type SavedText = { text: string; version: number; updatedAt: string | null }

/**
 * The state of a text. `saved`: the server has the text. `saving`: a save is scheduled or running. `kept`: the save
 * failed or is slow, and the text is stored on this device. `conflict`: another version was saved meanwhile. `locked`:
 * the server no longer accepts changes of the text. `refused`: the server does not accept this text, for example
 * because it is too long.
 */
export type AutosavePhase = 'saved' | 'saving' | 'kept' | 'conflict' | 'locked' | 'refused'

export type AutosaveState = {
  text: string
  phase: AutosavePhase
  savedAt: string | null
  /** Whether the text was restored from this device. */
  restored: boolean
  /** The server's text while `phase` is `conflict`; otherwise null. */
  theirs: string | null
  aside: string[]
}

/**
 * How a text is written. An autosaved text is one string; a formatted text has another string than the characters that a
 * person sees.
 */
export type TextFormat = {
  /** The characters that a person sees, without formatting. */
  plain: (text: string) => string
  /** Whether a text begins with all of an earlier one, so that replacing the earlier one loses nothing. */
  continues: (text: string, earlier: string) => boolean
  /** Both texts in one. Lines that are in both appear once. */
  merge: (first: string, second: string) => string
}

export const plainFormat: TextFormat = {
  plain: (text) => text,
  continues: (text, earlier) => text.startsWith(earlier),
  merge: mergeLines,
}

export type AutosaveOptions = {
  /** The name of the text on this device. The name contains ids only. */
  name: string
  maximum: number
  /** How the text is written. Without it, the text is plain text. */
  format?: TextFormat
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  onSaved?: (saved: SavedText) => void
}

/**
 * The meaning of a failed save. `changed`: the server has another version. `locked`: the text can no longer be changed.
 * `refused`: the server does not accept the text. `later`: the save is retried later. `person`: the person must act,
 * for example sign in.
 */
export type AutosaveFailure =
  | { kind: 'changed'; saved: SavedText }
  | { kind: 'locked' | 'refused' | 'later' | 'person' }

/**
 * Thrown by `send` if the server refuses a save because the text was changed or locked elsewhere. `saved` is the
 * server's version, or null if the text is locked.
 */
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
