import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { describe, expect, test } from 'vitest'
import { termsStatusOf } from './terms-status.ts'

// Under the default terms, a change is free until 24 hours before the start.
const status = (session: { startsAt: string; bookedAt: string }, now: string) =>
  termsStatusOf(defaultTerms, 'cancel', session, new Date(now))

describe('a session that is booked for the same day', () => {
  const session = { startsAt: '2026-12-03T18:00:00.000Z', bookedAt: '2026-12-03T08:57:00.000Z' }

  test('is free for the three minutes after the booking [1.05]', () => {
    expect(status(session, '2026-12-03T08:58:00.000Z')).toMatchObject({
      kind: 'fresh',
      until: '2026-12-03T09:00:00.000Z',
    })
  })

  test('stops being free three minutes after the booking, not 24 hours before the start [1.05]', () => {
    expect(status(session, '2026-12-03T09:20:00.000Z')).toMatchObject({
      kind: 'late',
      until: '2026-12-03T09:00:00.000Z',
    })
  })
})

test('a session that is booked just before it counts as late is free for the three minutes after the booking', () => {
  const session = { startsAt: '2026-12-04T18:00:00.000Z', bookedAt: '2026-12-03T17:59:00.000Z' }
  expect(status(session, '2026-12-03T17:59:30.000Z')).toMatchObject({ kind: 'free', until: '2026-12-03T18:02:00.000Z' })
})

test('a session that is booked a minute before its start is not free after the start', () => {
  const session = { startsAt: '2026-12-03T18:00:00.000Z', bookedAt: '2026-12-03T17:59:00.000Z' }
  expect(status(session, '2026-12-03T17:59:30.000Z')).toMatchObject({
    kind: 'fresh',
    until: '2026-12-03T18:00:00.000Z',
  })
})

test('a session that is booked long ahead is free until it counts as late', () => {
  const session = { startsAt: '2026-12-03T18:00:00.000Z', bookedAt: '2026-11-01T10:00:00.000Z' }
  for (const [now, kind] of [
    ['2026-12-01T10:00:00.000Z', 'free'],
    ['2026-12-03T10:00:00.000Z', 'late'],
  ] as const)
    expect(status(session, now)).toMatchObject({ kind, until: '2026-12-02T18:00:00.000Z' })
})
