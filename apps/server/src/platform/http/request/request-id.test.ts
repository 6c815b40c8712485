import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { traceIdIn } from '../../trace-ids.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const header = `00-${trace}-00f067aa0ba902b7-01`

let behindProxy: TestApp
let direct: TestApp
beforeAll(async () => {
  behindProxy = await createTestApp({ worker: false, config: { trustProxy: ['127.0.0.1', '::1'] } })
  direct = await createTestApp({ worker: false, config: { trustProxy: ['10.0.0.2'] } })
})
afterAll(async () => {
  await behindProxy.close()
  await direct.close()
})

/** Sends a request with a header and returns the line that the log then writes about it. */
async function lineAfter(app: TestApp, traceparent: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.address}/health`, { headers: { traceparent } })
  const requestId = response.headers.get('x-request-id') ?? ''
  app.log.info('a line about the request', { requestId })
  return JSON.parse(app.logged.at(-1) ?? '{}') as Record<string, unknown>
}

test('the trace id of a trusted proxy is in the lines of the request, beside its own id', async () => {
  const line = await lineAfter(behindProxy, header)
  expect(line).toMatchObject({ traceId: trace, msg: 'a line about the request' })
  expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('a trace id from any other address is ignored', async () => {
  expect(await lineAfter(direct, header)).not.toHaveProperty('traceId')
})

test('an invalid trace id is ignored', async () => {
  expect(await lineAfter(behindProxy, `00-${trace}-canary`)).not.toHaveProperty('traceId')
})

test.for([
  [header, trace],
  [`01-${trace}-00f067aa0ba902b7-01-more`, trace],
  [`00-${trace}-00f067aa0ba902b7-01-more`, null],
  [`ff-${trace}-00f067aa0ba902b7-01`, null],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
  [`00-${trace}-${'0'.repeat(16)}-01`, null],
  [`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`, null],
  [`${header}, ${header}`, null],
  [undefined, null],
] as const)('of the header %s the trace id is %s', ([given, expected]) => {
  expect(traceIdIn(given)).toBe(expected)
})
