import { ORPCError } from '@orpc/client'
import { retryable } from '../../platform/faults.ts'

/** A text as the server keeps it. */
export type Saved = { text: string; version: number; updatedAt: string | null }

/**
 * `saved`: nothing to do. `saving`: a save is due or under way. `kept`: it could not be saved, lies on this device and is
 * tried again. `conflict`: somebody saved something else in between. `locked`: it was signed elsewhere. `refused`: the
 * server will not take it as it is.
 */
export type Phase = 'saved' | 'saving' | 'kept' | 'conflict' | 'locked' | 'refused'

export type Look = {
  text: string
  phase: Phase
  savedAt: string | null
  /** What was found on this device when the page was opened is shown. */
  restored: boolean
  /** What stands on the server while `phase` is conflict. */
  theirs: string | null
  aside: string[]
}

export type Ways = {
  /** Names the text on this device, by ids alone. */
  name: string
  maximum: number
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  onSaved?: (saved: Saved) => void
}

/** What a failed save means: another text stands there, it is signed, it will never be taken, or it is tried again later. */
export type Failure = { kind: 'changed'; saved: Saved } | { kind: 'signed' | 'refused' | 'later' | 'person' }

/** Thrown by a way of saving that has words of its own for it: something else stands there, or (null) nothing is taken any more. */
export class Elsewhere extends Error {
  readonly saved: Saved | null
  constructor(saved: Saved | null) {
    super('ELSEWHERE')
    this.saved = saved
  }
}

const forPerson = ['NO_LOGIN', 'STEP_UP', 'FORBIDDEN', 'NOT_FOUND']

export function failureOf(error: unknown, now = new Date()): Failure {
  if (error instanceof Elsewhere) return error.saved ? { kind: 'changed', saved: error.saved } : { kind: 'signed' }
  const code = error instanceof ORPCError ? error.code : ''
  if (code === 'NOTE_CHANGED') {
    const { text, version } = (error as ORPCError<string, { text: string; version: number }>).data
    return { kind: 'changed', saved: { text, version, updatedAt: now.toISOString() } }
  }
  if (code === 'NOTE_SIGNED') return { kind: 'signed' }
  if (code === 'BAD_REQUEST' || code === 'TOO_LARGE') return { kind: 'refused' }
  return { kind: forPerson.includes(code) && !retryable(error) ? 'person' : 'later' }
}
