import { expect, test } from 'vitest'
import { openRecentLogins, seenEvery } from './recent-logins.ts'

const start = Date.parse('2026-11-26T12:00:00Z')

/** Opens a memory with a clock that `setTo` sets to a time in milliseconds after the start. */
function openMemory() {
  let now = start
  const recent = openRecentLogins({ now: () => new Date(now) })
  return {
    setTo: (milliseconds: number) => void (now = start + milliseconds),
    isKnown: (hash: string) => recent.find(hash) !== null,
    keep: (hash: string) =>
      recent.keep({
        login: { role: 'client', expiresAt: new Date(start + 24 * 60 * 60_000) },
        hash,
        state: 'state',
        seenAt: new Date(now),
      }),
  }
}

test('a full memory loses the login that was read first @slow', () => {
  const { keep, isKnown } = openMemory()
  for (let n = 0; n < 5_001; n++) keep(`${n}`)
  expect([isKnown('0'), isKnown('1'), isKnown('5000')]).toEqual([false, true, true])
})

test('a login whose use must be stored again is not found, and leaves the memory when another is kept', () => {
  const { keep, isKnown, setTo } = openMemory()
  keep('early')
  setTo(1)
  keep('later')
  setTo(seenEvery)
  expect([isKnown('early'), isKnown('later')]).toEqual([false, true])
  keep('new')
  // Even with a clock that was set back, the removed login is not found.
  setTo(0)
  expect([isKnown('early'), isKnown('later'), isKnown('new')]).toEqual([false, true, true])
})
