import { expect, test } from 'vitest'
import { createMinuteCounter } from './minute-counter.ts'

/** Two servers that report to the same count. */
function openServers() {
  const counts = new Map<string, number>()
  const state = { reports: 0, isDown: false }
  const report = async (group: string, whom: string, by: number) => {
    state.reports += 1
    if (state.isDown) throw new Error('down')
    const key = `${group} ${whom}`
    counts.set(key, (counts.get(key) ?? 0) + by)
    return counts.get(key) ?? 0
  }
  return { one: createMinuteCounter(report), two: createMinuteCounter(report), state }
}
const limit = 100
/** Makes requests and lets reports arrive after each. Returns the last count. */
async function make(counter: ReturnType<typeof createMinuteCounter>, times: number, minute = 1): Promise<number> {
  let last = 0
  for (let n = 0; n < times; n++) {
    last = counter('writes', 'ana', minute, limit)
    await Promise.resolve()
      .then(() => {})
      .then(() => {})
      .then(() => {})
  }
  return last
}

test('requests at two servers count towards one limit, up to a tenth of it', async () => {
  const { one, two } = openServers()
  expect(await make(one, 59)).toBe(59)
  // The second server counts a tenth of the limit before it reports and gets the count of the first one.
  await make(two, 10)
  expect(await make(two, 1)).toBe(61)
  expect(await make(two, 39)).toBe(100)
  await make(one, 1)
  expect(await make(one, 1)).toBeGreaterThan(limit)
})

test('an account below a tenth of the limit causes no report, and one above it at most about ten in a minute', async () => {
  const { one, state } = openServers()
  await make(one, 9)
  expect(state.reports).toBe(0)
  await make(one, 1_000)
  expect(state.reports).toBeLessThanOrEqual(11)
})

test('a failed report is repeated and loses no request', async () => {
  const { one, two, state } = openServers()
  state.isDown = true
  expect(await make(one, 30)).toBe(30)
  state.isDown = false
  await make(one, 1)
  await make(two, 10)
  expect(await make(two, 1)).toBe(42)
})

test('each minute begins at zero', async () => {
  const { one, two } = openServers()
  await make(one, 50)
  await make(two, 50)
  expect([await make(one, 1, 2), await make(two, 1, 2)]).toEqual([1, 1])
})
