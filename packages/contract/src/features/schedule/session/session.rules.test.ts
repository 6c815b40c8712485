import { expect, test } from 'vitest'
import { maxCallClients, maxPeople } from '../call/call.rules.ts'
import { NewSeries } from '../series/series.ts'
import { NewSession } from './session.new.schemas.ts'
import { fitsCall, hasFittingCall } from './session.rules.ts'

const clients = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

test('a call in Attune has room for the therapist and three clients', () => {
  expect(maxCallClients).toBe(maxPeople - 1)
  expect([1, 3, 4, 12].map(fitsCall)).toEqual([true, true, false, false])
})

test('only a video session that asks for a call in Attune can have too many clients for it', () => {
  const planned = { clientIds: clients(4), format: 'video', callInAttune: true } as const
  expect(hasFittingCall(planned)).toBe(false)
  expect(hasFittingCall({ ...planned, clientIds: clients(3) })).toBe(true)
  expect(hasFittingCall({ ...planned, format: 'phone' })).toBe(true)
  expect(hasFittingCall({ ...planned, callInAttune: false })).toBe(true)
  expect(hasFittingCall({ ...planned, callInAttune: undefined })).toBe(true)
})

test('the contract refuses a new session or series in Attune with too many clients, at the field of the choice', () => {
  const input = (count: number) => ({
    id: crypto.randomUUID(),
    clientIds: clients(count),
    therapyType: 'group',
    startsAt: '2099-11-26T10:00:00.000Z',
    format: 'video',
    callInAttune: true,
  })
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'never' } }
  for (const [schema, more] of [
    [NewSession, {}],
    [NewSeries, { repeat }],
  ] as const) {
    expect(schema.safeParse({ ...input(3), ...more }).success).toBe(true)
    const { error } = schema.safeParse({ ...input(4), ...more })
    expect(error?.issues.map(({ message, path }) => [message, path])).toEqual([['CALL_TOO_LARGE', ['callInAttune']]])
  }
})
