import type { ClientId, SessionTypeId } from '@attune/contract/common/ids'
import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'

/** The proposed values of a new session. */
export type ScheduleProposal = {
  /** The next free time; null if there is none. */
  startsAt: string | null
  durationMinutes: number
  format: Session['format']
  typeId: SessionTypeId | null
  location: string | null
}

/** The maximum number of upcoming sessions, and of past sessions, that are compared to find a client's usual values. */
const compared = 5

/**
 * Proposes the client's usual type, format, duration and location, and the next free time for such a session. Without a client or a comparable
 * session, proposes the therapist's usual duration and the first format that has a free time. The proposal is read once per client, because a time
 * must not change while the therapist looks at it. Undefined while the proposal loads or if it cannot be read.
 */
export function useScheduleProposal(clientId: ClientId | null, enabled: boolean): ScheduleProposal | undefined {
  const read = useQuery({
    queryKey: ['schedule-proposal', clientId],
    queryFn: () => readProposal(clientId),
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return read.data
}

async function readProposal(clientId: ClientId | null): Promise<ScheduleProposal> {
  const [terms, types, usual] = await Promise.all([
    api.terms.mine({}),
    api.sessionType.list({}),
    clientId && readUsualSession(clientId),
  ])
  const type = types.items.find(({ id, isArchived }) => id === usual?.type?.id && !isArchived)
  const typeId = type?.id ?? null
  const durationMinutes = usual?.durationMinutes ?? terms.durationMinutes
  for (const format of usual ? [usual.format] : sessionFormats) {
    const wanted = { format, durationMinutes, limit: 1, ...(typeId && { typeId }) }
    const [slot] = (await api.availability.nextFree(wanted)).slots
    if (slot) return { startsAt: slot.startsAt, durationMinutes, format, typeId, location: usual?.location || null }
  }
  const format = usual?.format ?? 'in-person'
  return { startsAt: null, durationMinutes, format, typeId, location: usual?.location || null }
}

/**
 * Returns the session whose type, format, duration and location are the most frequent among the client's next and latest sessions. If several
 * combinations are equally frequent, an upcoming session takes precedence over a past one. Ignores sessions with other participants and sessions that
 * do not take place. Undefined if there is no such session.
 */
async function readUsualSession(clientId: ClientId): Promise<Session | undefined> {
  const [planned, past] = await Promise.all([
    api.session.list({ which: 'upcoming', clientId, status: [...slotHoldingStatuses], limit: compared }),
    api.session.list({
      which: 'history',
      clientId,
      status: [...slotHoldingStatuses, 'completed', 'no-show'],
      limit: compared,
    }),
  ])
  const sessions = [...planned.items, ...past.items].filter(({ therapyType }) => therapyType === 'individual')
  const kindOf = ({ type, format, durationMinutes, location }: Session) =>
    JSON.stringify([type?.id, format, durationMinutes, location])
  const countOf = (one: Session) => sessions.filter((other) => kindOf(other) === kindOf(one)).length
  return sessions.toSorted((one, other) => countOf(other) - countOf(one))[0]
}
