import { afterEach, expect, test, vi } from 'vitest'
import { openTestLine } from './line.testing.ts'
import { openTestClient, testCredentials, testSecret } from './relay.testing.ts'
import { openRelay } from './relay.ts'

afterEach(() => void vi.useRealTimers())

const [nora, ana] = [
  { call: 'call', person: 'nora' },
  { call: 'call', person: 'ana' },
]

/** Sends packets of 125 bytes over a line, and returns how many arrive at once. */
function pass(line: ReturnType<typeof openTestLine>, packets: number, from = nora): number {
  let arrived = 0
  for (let sent = 0; sent < packets; sent++) line.forward(() => arrived++, 125, from, ana)
  return arrived
}

test('a line without faults passes every packet at once, and a cut one none', () => {
  const line = openTestLine()
  expect(pass(line, 100)).toBe(100)
  line.isCut = true
  expect(pass(line, 100)).toBe(0)
  line.isCut = false
  expect(pass(line, 1)).toBe(1)
  expect(line).toMatchObject({ passed: 101, dropped: 100 })
})

test('a line with 5 % loss drops that share, and the same packets in each run', () => {
  const [first, second] = [openTestLine(), openTestLine()]
  first.loss = second.loss = 0.05
  const arrived = pass(first, 10_000)
  expect(arrived / 10_000).toBeCloseTo(0.95, 2)
  expect(pass(second, 10_000)).toBe(arrived)
})

test('a narrow line lets each sender pass only its bits, with at most half a second of waiting packets', () => {
  vi.useFakeTimers()
  const line = openTestLine()
  line.bitsPerSecond = 100_000
  expect(pass(line, 200)).toBe(0)
  // 1,000 bits take 10 ms.
  expect(line).toMatchObject({ passed: 50, dropped: 150 })
  pass(line, 200, ana)
  expect(line).toMatchObject({ passed: 100, dropped: 300 })
})

test('through a relay with this line, data arrives after the delay, and what waits when the line is cut is lost', async () => {
  const line = openTestLine()
  const relay = await openRelay({ secret: testSecret, host: '127.0.0.1', port: 0, forward: line.forward })
  const join = async (person: string) => {
    const client = await openTestClient(relay.port)
    await client.signIn(testCredentials(person))
    return { client, ...(await client.allocate()) }
  }
  const [first, second] = [await join('nora'), await join('ana')]
  await first.client.permit(second.relayed)
  await second.client.permit(first.relayed)
  line.delay = 60
  const begun = performance.now()
  first.client.sendTo(second.relayed, 'late')
  await expect.poll(() => second.client.received.map(({ data }) => data), { interval: 5 }).toEqual(['late'])
  expect(performance.now() - begun).toBeGreaterThan(55)
  first.client.sendTo(second.relayed, 'lost')
  await expect.poll(() => line.passed, { interval: 1 }).toBe(2)
  line.isCut = true
  await vi.waitFor(() => expect(performance.now() - begun).toBeGreaterThan(200), { timeout: 2_000 })
  expect(second.client.received).toHaveLength(1)
  first.client.close()
  second.client.close()
  await relay.close()
})
