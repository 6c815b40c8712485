import { createDatedId } from '@attune/contract/common/dated-id'
import { ids, now } from './practice.ts'

export const requestKinds = ['week', 'latest', 'latestOfClient', 'insert'] as const
export type RequestKind = (typeof requestKinds)[number]

const hour = 60 * 60 * 1000
const weekFrom = new Date(now.getTime() - 8 * 28 * hour).toISOString()
const weekTo = new Date(now.getTime() - 3 * 28 * hour - hour).toISOString()
/** Returns the start of the free slot with this number. Two slices of the measurement never use the same slot. */
export const requestStart = (slot: number) => new Date(Date.UTC(2030, 0, 1) + slot * hour).toISOString()

/**
 * Returns the request of a kind. `week` reads the 30 sessions of a week. `latest` and `latestOfClient` read the latest
 * 20 of 5,000 sessions as the therapist and as the client. `insert` schedules a session in a free slot.
 */
export function requestOf(kind: RequestKind, person: number, slot: number) {
  switch (kind) {
    case 'week':
      return {
        path: '/api/session/between',
        who: 'therapist' as const,
        body: JSON.stringify({ from: weekFrom, to: weekTo }),
      }
    case 'latest':
      return {
        path: '/api/session/list',
        who: 'therapist' as const,
        body: JSON.stringify({ which: 'history', limit: 20 }),
      }
    case 'latestOfClient':
      return {
        path: '/api/session/list',
        who: 'client' as const,
        body: JSON.stringify({ which: 'history', limit: 20 }),
      }
    case 'insert':
      return {
        path: '/api/session/create',
        who: 'therapist' as const,
        body: JSON.stringify({
          id: createDatedId(),
          clientIds: [ids.record(person)],
          startsAt: requestStart(slot),
          format: 'video',
        }),
      }
  }
}
