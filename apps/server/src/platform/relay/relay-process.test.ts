import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '../log.ts'
import { type RelayProcess, startRelayProcess } from './relay-process.ts'
import { openTestClient, testCredentials, testSecret } from './relay.testing.ts'

const waiting = { timeout: 20_000, interval: 20 }
let lines: string[] = []
let relay: RelayProcess | null = null

afterEach(async () => {
  vi.unstubAllEnvs()
  await relay?.close()
  relay = null
})

/** Starts a relay on a port, by default a free one. */
function start(port = 0): RelayProcess {
  lines = []
  const log = openLog('debug', (line) => lines.push((JSON.parse(line) as { msg: string }).msg))
  relay = startRelayProcess({ secret: testSecret, host: '127.0.0.1', port, tls: null, log, pauses: [100, 200] })
  return relay
}

async function openPort({ state, port }: RelayProcess): Promise<number> {
  await vi.waitFor(() => expect(state()).toBe('open'), waiting)
  return port() ?? 0
}

async function allocationCode(port: number): Promise<number | null> {
  const client = await openTestClient(port)
  await client.signIn(testCredentials('nora'))
  const { code } = await client.allocate()
  client.close()
  return code
}

test('the process is started again when it ends, knows who was removed before, gets no environment of the server, and ends with it @slow', async () => {
  vi.stubEnv('ATTUNE_CANARY', 'canary')
  const running = start()
  expect(await allocationCode(await openPort(running))).toBeNull()
  const pid = running.pid() ?? 0
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  expect(environment.map((entry) => entry.split('=')[0])).toEqual(
    expect.not.arrayContaining(['PATH', 'HOME', 'ATTUNE_CANARY']),
  )
  expect(environment.filter((entry) => !entry.startsWith('NODE_CHANNEL_'))).toEqual([])
  running.end({ call: 'call', person: 'nora', at: Date.now() })
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(running.pid()).not.toBe(pid), waiting)
  expect(await allocationCode(await openPort(running))).toBe(401)
  expect(running.state()).toBe('open')
  expect(lines).toEqual([
    'the relay of video calls listens',
    'the relay of video calls has ended',
    'the relay of video calls listens',
  ])
  const last = running.pid() ?? 0
  await running.close()
  expect(() => process.kill(last, 0)).toThrow('ESRCH')
})

test('on a port of the settings, pages get the relay also while it starts and while it starts again @slow', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  other.close()
  await once(other, 'close')
  const running = start(port)
  expect([running.state(), running.port()]).toEqual(['starting', port])
  await vi.waitFor(() => expect(running.state()).toBe('open'), waiting)
  process.kill(running.pid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('the relay of video calls has ended'), waiting)
  expect(running.port()).toBe(port)
  await vi.waitFor(() => expect(running.state()).toBe('open'), waiting)
})

test('while the port is taken the relay says so once, and it starts when the port is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const running = start(port)
  await vi.waitFor(() => expect(running.state()).toBe('port-taken'), waiting)
  expect(running.port()).toBeNull()
  other.close()
  await once(other, 'close')
  expect(await openPort(running)).toBe(port)
  expect(lines).toEqual(['the port of the relay of video calls is taken', 'the relay of video calls listens'])
})
