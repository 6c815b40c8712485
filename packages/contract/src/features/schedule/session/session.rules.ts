import type { ClientId } from '../../../common/ids.ts'
import { maxCallClients } from '../call/call.rules.ts'
import { sessionActions } from './session.states.ts'

export const sessionFormats = ['in-person', 'video', 'phone'] as const

export const therapyTypes = ['individual', 'couples', 'group', 'family'] as const

export const participantAnswers = ['awaited', 'accepted', 'declined'] as const
/** The attendance of a participant: on time, late, absent with an excuse, or absent without an excuse. */
export const attendances = ['attended', 'late', 'excused', 'absent'] as const
export type Attendance = (typeof attendances)[number]

/** Whether a participant with this attendance was there, on time or late. */
export const wasPresent = (attendance: Attendance): boolean => attendance === 'attended' || attendance === 'late'
/** Returns the outcome of a session from the attendance of its participants: completed if one of them was there. */
export const outcomeOf = (all: readonly Attendance[]): 'completed' | 'no-show' =>
  all.some(wasPresent) ? 'completed' : 'no-show'
/** The lowest and highest number of participants by therapy type. */
export const participantLimits = { individual: [1, 1], couples: [1, 2], group: [1, 12], family: [1, 12] } as const

type SessionParticipants = { clientIds: ClientId[]; therapyType: keyof typeof participantLimits }
export const hasValidParticipantCount = ({ clientIds, therapyType }: SessionParticipants) => {
  const [least, most] = participantLimits[therapyType]
  return new Set(clientIds).size === clientIds.length && clientIds.length >= least && clientIds.length <= most
}

/** Whether a session with this number of clients can have its call in Attune. */
export const fitsCall = (clients: number): boolean => clients <= maxCallClients

type PlannedCall = {
  clientIds: ClientId[]
  format: (typeof sessionFormats)[number]
  callInAttune?: boolean | undefined
}

/** Whether a new session has few enough clients for its call, if the call is in Attune. */
export const hasFittingCall = ({ clientIds, format, callInAttune }: PlannedCall): boolean =>
  format !== 'video' || !callInAttune || fitsCall(clientIds.length)

/** Every event that a session's history records. */
export const sessionEvents = [
  'create',
  'request',
  'book',
  'acceptOffer',
  'enter',
  'edit',
  'expire',
  ...sessionActions,
  'askMove',
  'askCancel',
  'withdrawChange',
  'acceptChange',
  'declineChange',
  'counterChange',
  'acceptCounter',
  'declineCounter',
] as const

/** The two texts that a therapist writes for a session. Clients can read a text when the therapist shares it. */
export const sessionTextKinds = ['objectives', 'next-steps'] as const

/** The periods into which a chart of sessions can be divided (row 9.05). */
export const chartPeriods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const

/** The number of periods that a chart shows, including the current one. */
export const chartPeriodCounts = { daily: 14, weekly: 12, monthly: 12, quarterly: 8, yearly: 5 } as const
