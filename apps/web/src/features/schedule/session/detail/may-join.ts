import { joinCallBeforeMinutes } from '@attune/contract/common/constants'
import { isCallOpen } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'

export type JoinableSession = Pick<Session, 'id' | 'videoUrl' | 'callInAttune' | 'status' | 'startsAt' | 'endsAt'>

/** Whether the video call of a booked session can be joined: from 15 minutes before the start until 60 minutes after the end. */
export const mayJoin = (session: JoinableSession, now: Date): boolean =>
  (session.callInAttune || session.videoUrl !== null) && holdsTime(session) && isCallOpen(session, now)

/** Whether the session may have had a call in Attune, from the moment when it can be joined. */
export const mayHaveCall = ({ callInAttune, startsAt }: JoinableSession, now: Date): boolean =>
  callInAttune && now.getTime() >= Date.parse(startsAt) - joinCallBeforeMinutes * 60_000
