import { isFilled } from '@attune/contract/common/text/text'
import { defaultDurationMinutes, longestSessionMinutes } from '@attune/contract/common/constants'
import type { NewSessionType, SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { longestBuffer, sessionTypeColors } from '@attune/contract/features/schedule/session-type/session-type.rules'
import { createId } from '../../../platform/api/api.ts'

type TypedNumber = 'durationMinutes' | 'bufferBefore' | 'bufferAfter'
/** A session type as typed in the form. An empty buffer means the buffer of the booking rules. */
export type SessionTypeDraft = Omit<NewSessionType, TypedNumber> & Record<TypedNumber, string>

/** Returns the draft of an existing type, or of a new one with an unused color. */
export function sessionTypeDraftOf(type: SessionType | null, types: readonly SessionType[]): SessionTypeDraft {
  if (!type)
    return {
      id: createId(),
      name: '',
      durationMinutes: String(defaultDurationMinutes),
      format: 'in-person',
      location: '',
      color: sessionTypeColors.find((color) => types.every((one) => one.color !== color)) ?? sessionTypeColors[0],
      bufferBefore: '',
      bufferAfter: '',
      serviceId: null,
      newClients: 'none',
      knownClients: 'none',
    }
  const { durationMinutes, bufferBefore, bufferAfter, isArchived: _, version: _version, ...rest } = type
  return {
    ...rest,
    durationMinutes: String(durationMinutes),
    bufferBefore: String(bufferBefore ?? ''),
    bufferAfter: String(bufferAfter ?? ''),
  }
}

export type SessionTypeProblem = 'name' | TypedNumber

/** Returns the fields of a draft that are missing or wrong. */
export function sessionTypeProblems(draft: SessionTypeDraft): SessionTypeProblem[] {
  const duration = Number(draft.durationMinutes)
  const isBuffer = (typed: string) => typed.trim() === '' || isWithin(Number(typed), 0, longestBuffer)
  const wrong: Record<SessionTypeProblem, boolean> = {
    name: !isFilled(draft.name),
    durationMinutes: draft.durationMinutes.trim() === '' || !isWithin(duration, 1, longestSessionMinutes),
    bufferBefore: !isBuffer(draft.bufferBefore),
    bufferAfter: !isBuffer(draft.bufferAfter),
  }
  return (Object.keys(wrong) as SessionTypeProblem[]).filter((field) => wrong[field])
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
const minutesOrNull = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** Returns the session type of a draft without problems. */
export const sessionTypeFrom = (draft: SessionTypeDraft): NewSessionType => ({
  ...draft,
  durationMinutes: Number(draft.durationMinutes),
  bufferBefore: minutesOrNull(draft.bufferBefore),
  bufferAfter: minutesOrNull(draft.bufferAfter),
})
