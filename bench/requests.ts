import { randomUUID } from 'node:crypto'
import { ids, now } from './practice.ts'

export const requestKinds = ['week', 'latest', 'latestOfClient', 'insert'] as const
export type RequestKind = (typeof requestKinds)[number]

const hour = 60 * 60 * 1000
const weekFrom = new Date(now.getTime() - 8 * 28 * hour).toISOString()
const weekTo = new Date(now.getTime() - 3 * 28 * hour - hour).toISOString()
/** The start of the nth free slot; no two slices of the measurement use the same. */
export const requestStart = (slot: number) => new Date(Date.UTC(2030, 0, 1) + slot * hour).toISOString()

/** The requests: the 30 sessions of a week, the latest 20 of 5,000 for either side, and a new session in a free slot. */
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
        path: '/api/session/plan',
        who: 'therapist' as const,
        body: JSON.stringify({
          id: randomUUID(),
          clientIds: [ids.record(person)],
          startsAt: requestStart(slot),
          format: 'video',
        }),
      }
  }
}
