import { expect, test } from 'vitest'
import { standingOf, type StandingMoments } from './call.standing.ts'

const now = new Date('2030-05-06T10:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString()
const moments = (some: Partial<StandingMoments>): StandingMoments => ({
  waitingSince: null,
  admittedAt: null,
  seenAt: ago(0),
  removedAt: null,
  lastLeftAt: null,
  ...some,
})

test.each([
  ['a person who waits', { waitingSince: ago(60) }, 'waiting'],
  ['a person whose waiting page was closed', { waitingSince: ago(60), lastLeftAt: ago(5) }, 'absent'],
  ['a person who waits again after leaving', { waitingSince: ago(5), lastLeftAt: ago(60) }, 'waiting'],
  [
    'a person whose waiting page has been silent for two minutes',
    { waitingSince: ago(300), seenAt: ago(120) },
    'absent',
  ],
  ['a person who was let in', { waitingSince: ago(60), admittedAt: ago(50) }, 'admitted'],
  ['a person who was let in the moment they came', { waitingSince: ago(60), admittedAt: ago(60) }, 'admitted'],
  [
    'a person who was let in and has left',
    { waitingSince: ago(60), admittedAt: ago(50), lastLeftAt: ago(10) },
    'admitted',
  ],
  [
    'a person last seen ten minutes ago',
    { waitingSince: ago(900), admittedAt: ago(890), seenAt: ago(600) },
    'admitted',
  ],
  ['a person last seen 601 seconds ago', { waitingSince: ago(900), admittedAt: ago(890), seenAt: ago(601) }, 'absent'],
  ['a person who waits again after an admission ended', { waitingSince: ago(5), admittedAt: ago(900) }, 'waiting'],
  ['a person whom the therapist has removed', { admittedAt: ago(50), removedAt: ago(10) }, 'removed'],
  ['the therapist, who never waits', { admittedAt: ago(50) }, 'admitted'],
] as const)('%s', (_, some, standing) => {
  expect(standingOf(moments(some), now)).toBe(standing)
})
