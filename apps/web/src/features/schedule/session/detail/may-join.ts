import { joinCallAfterMinutes, joinCallBeforeMinutes } from '@attune/contract/common/constants'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { holdsTime } from '@attune/contract/features/schedule/session/session.states'

export type JoinableSession = Pick<Session, 'videoUrl' | 'status' | 'startsAt' | 'endsAt'>

/** Whether the video call of a booked session can be joined: from 15 minutes before the start until 60 minutes after the end. */
export function mayJoin(session: JoinableSession, now: Date): boolean {
  const at = now.getTime()
  return (
    session.videoUrl !== null &&
    holdsTime(session) &&
    at >= Date.parse(session.startsAt) - joinCallBeforeMinutes * 60_000 &&
    at < Date.parse(session.endsAt) + joinCallAfterMinutes * 60_000
  )
}
