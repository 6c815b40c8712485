import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { TestBrowser } from '../../../testing/browser.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { unknownContext } from '../../../testing/fixtures/unknown-fixtures.ts'
import { createTestPractice, type TestPractice } from '../../../testing/samples/viewers.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { testedProcedures, type TestedProcedure } from '../../../testing/samples/sample-input-registry.ts'
import type { SampleInput } from '../../../testing/samples/sample-input.ts'
import { clientOnly, type ProcedurePolicy } from '../../policy/policy.ts'

const seed = 20_261_120
const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** Unusual values that people, programs and attackers may send. */
const odd: unknown[] = [
  '',
  ' ',
  'a'.repeat(50_000),
  'nul \u0000 inside',
  'lone \ud800 surrogate',
  '👩‍👩‍👧‍👦 مرحبا שלום',
  "' or 1=1; drop table app.client --",
  '${7*7} {{7*7}} <script>1</script>',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  'Mars/Olympus',
  -1,
  0,
  1e308,
  1.5,
  Number.MAX_SAFE_INTEGER,
  true,
  null,
  [],
  {},
  [[[[[]]]]],
  { toString: 'x', constructor: { prototype: 1 } },
]

/** Returns the valid page cursor that a sample input contains; '' if there is none. */
const cursorOf = (sample: SampleInput) => {
  const fields = sample.fields as { after?: (context: TestContext, whose: 'own') => unknown } | undefined
  const cursor = fields?.after?.(unknownContext(), 'own')
  return typeof cursor === 'string' ? cursor : ''
}

/** Returns changed variants of a cursor, as an attacker might guess them. Changes the encoded text and the decoded content. */
function damaged(cursor: string): string[] {
  const inside = Buffer.from(cursor, 'base64url').toString()
  const guess = (text: string) => [
    text.replace(/\d/g, '9'),
    text.replace(/(\d{4}-)\d\d-\d\d/, '$102-30'),
    text.replace(/[0-9a-f]/g, '-'),
    text.replace('a', '\u0000'),
    text.slice(1),
  ]
  return [...guess(cursor), ...guess(inside).map((text) => Buffer.from(text).toString('base64url'))]
}

/**
 * Returns a browser of a person whom the policy allows. The browser has a new login, because some procedures end the login of the caller.
 */
async function browserFor(
  policy: ProcedurePolicy,
): Promise<{ caller: TestBrowser; viewer: TestPractice['viewers'][number] }> {
  const viewer = practice.viewers.find(
    ({ person, isGuardian }) =>
      person &&
      (policy.who.includes(isGuardian ? 'guardian' : person.role) ||
        policy.who.some((who) => ['anyone', 'half', 'signed-in'].includes(who))),
  )
  if (!viewer?.person) throw new Error('nobody may call this')
  return { viewer, caller: await app.secondBrowser(viewer.person, viewer.person.role === 'client' ? 1 : 2) }
}

test('an odd value in any field of any procedure, in npm test of every third one, is answered with a status below 500 @slow', async () => {
  for (const { path, policy, sample } of testedProcedures.filter((_, at) => at % runs(3, 1) === 0)) {
    const { caller, viewer } = await browserFor(policy)
    const names = (testContext: TestContext) => sample.input(testContext, 'own')
    const input = (await names(await practice.freshContextOf(viewer, names))) as Record<string, unknown>
    const picks = fc.sample(fc.constantFrom(...odd), {
      numRuns: path.startsWith('login/') ? runs(1, 4) : runs(1, 5, 10),
      seed,
    })
    for (const field of new Set([...Object.keys(input), ...Object.keys(sample.fields ?? {})])) {
      for (const value of [...picks, ...(field === 'after' ? damaged(cursorOf(sample)) : [])]) {
        const answer = await caller.send(path, { ...input, [field]: value })
        const body = await answer.text()
        expect(
          answer.status,
          `${path} ${field}=${JSON.stringify(value)?.slice(0, 80)}: ${body.slice(0, 200)}`,
        ).toBeLessThan(500)
        expect(body).not.toMatch(/node_modules|at .*\.ts:|select |syntax error/i)
      }
    }
  }
})

/** The procedures that take a command. */
const withCommand = testedProcedures.filter(
  ({ sample }) => 'command' in (sample.input(unknownContext(), 'own') as Record<string, unknown>),
)
const pairs = withCommand.flatMap((one, at) => withCommand.slice(at).map((other) => [one, other] as const))

/**
 * The time limit in milliseconds of the test that sends one command to two procedures. With
 * ATTUNE_RUNS=most, all pairs are sent, which takes three minutes on two cores.
 */
const allPairsMilliseconds = 900_000

/** Returns a function that calls a procedure with a command. The call names new fixtures of the caller. */
async function prepareCall({ path, policy, sample }: TestedProcedure, command: string) {
  const { caller, viewer } = await browserFor(policy)
  const names = (testContext: TestContext) => sample.input(testContext, 'own')
  const input = (await names(await practice.freshContextOf(viewer, names))) as Record<string, unknown>
  return async () => {
    const answer = await caller.send(path, { ...input, command })
    return { path, status: answer.status, body: await answer.text() }
  }
}

test(
  'one command sent to two procedures at once is answered by both with a status below 500 @slow',
  async () => {
    const [chosen = []] = fc.sample(fc.shuffledSubarray(pairs, { minLength: pairs.length }), { numRuns: 1, seed })
    for (const pair of chosen.slice(0, runs(8, 150, pairs.length))) {
      const command = randomUUID()
      const calls = [await prepareCall(pair[0], command), await prepareCall(pair[1], command)]
      const answers = await Promise.all(calls.map((call) => call()))
      for (const { path, status, body } of answers)
        expect(status, `${pair.map((each) => each.path).join(' and ')}: ${path} ${body.slice(0, 200)}`).toBeLessThan(
          500,
        )
    }
  },
  allPairsMilliseconds,
)

test('bodies of arbitrary JSON, or none, are answered with a JSON object @slow', async () => {
  const { caller } = await browserFor(clientOnly)
  const bodies = [
    ...fc.sample(fc.json(), { numRuns: 60, seed }),
    deep(10_000),
    `{"a":${deep(10_000)}}`,
    '',
    'null',
    '"x"',
    '\u0000',
  ]
  for (const body of bodies) {
    for (const path of ['session/get', 'account/saveSettings', 'login/signIn']) {
      const answer = await caller.send(path, body)
      const text = await answer.text()
      expect([200, 400, 401, 404, 429], `${path} ${body.slice(0, 60)}: ${text.slice(0, 200)}`).toContain(answer.status)
      expect(JSON.parse(text)).toBeTypeOf('object')
    }
  }
})

test('malformed HTTP and smuggled requests are refused and the connection is closed', async () => {
  const { host, port } = new URL(app.address)
  const head = `POST /api/account/me HTTP/1.1\r\nhost: ${host}\r\n`
  const frames = [
    'no http at all\r\n\r\n',
    `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
    `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
    `${head}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    `GET /${'z'.repeat(70_000)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: ${host}\r\nbad\u0000header: 1\r\n\r\n`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  ]
  for (const frame of frames) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (data) => (answer += String(data)))
    socket.end(frame)
    await once(socket, 'close')
    expect(answer, JSON.stringify(frame.slice(0, 60))).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]*)?$/)
    expect(answer).not.toContain('smuggled')
  }
  expect((await fetch(`${app.address}/health`)).status).toBe(200)
})
