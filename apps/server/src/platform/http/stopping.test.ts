import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { createUpload, openChunk, pdfOfSize, sendChunk, sendTusRequest } from '../../testing/files/uploads.ts'
import type { Person } from '../../testing/people.ts'
import { openTestSocket } from '../../testing/socket.ts'

/** A server that keeps running. Each test starts another one with the same database and data folder, and stops it. */
let staying: TestApp
let ana: Person
beforeAll(async () => {
  staying = await createTestApp({ worker: false })
  ana = await staying.person('client')
})
afterAll(() => staying.close())

const startOther = () =>
  createTestApp({
    databaseUrl: staying.databaseUrl,
    worker: false,
    config: { dataDir: staying.config.dataDir, secretsDir: staying.config.secretsDir },
  })
const drafts = () => readdirSync(join(staying.config.dataDir, 'files', 'drafts'))
const draftBytes = () =>
  drafts().reduce((sum, name) => sum + statSync(join(staying.config.dataDir, 'files', 'drafts', name)).size, 0)
const statusOf = async (server: TestApp, path: string) => (await fetch(`${server.address}${path}`)).status

test('a server that stops beside another fails /ready at once and goes on answering @slow', async () => {
  const stopping = await startOther()
  const socket = openTestSocket(stopping.address, ana)
  await socket.frame('welcome')
  const left = stopping.leave(50)
  expect(await (await fetch(`${stopping.address}/ready`)).json()).toEqual({ ready: false, running: 'failed' })
  expect([await statusOf(stopping, '/health'), await statusOf(stopping, '/')]).toEqual([200, 200])
  await left
  await stopping.close()
  expect(await socket.closed).toBe(1001)
  const again = openTestSocket(staying.address, ana)
  await again.frame('welcome')
  again.close()
})

test('the only server of a database does not wait for a load balancer @slow', async () => {
  const alone = await createTestApp({ worker: false })
  onTestFinished(() => alone.close())
  await alone.leave(60 * 60_000)
  expect(await statusOf(alone, '/ready')).toBe(503)
})

test('a request whose connection a load balancer already holds is answered while the server closes', async () => {
  const stopping = await startOther()
  const { hostname, port, host } = new URL(stopping.address)
  const held = connect(Number(port), hostname)
  await once(held, 'connect')
  await new Promise<unknown>((resolve) => held.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n`, resolve))
  // The server has begun to read the request once it answers a later one.
  expect(await statusOf(stopping, '/health')).toBe(200)
  const closing = stopping.close()
  const isOpen = () =>
    statusOf(stopping, '/health').then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
  held.write('\r\n')
  const [answer] = (await once(held, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  await closing
})

test('a running request of an upload is finished before the server ends @slow', async () => {
  const stopping = await startOther()
  const [id, bytes] = [randomUUID(), pdfOfSize(5000)]
  await createUpload(staying, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  const piece = openChunk(stopping, ana, id, bytes.length)
  const answered = once(piece, 'response') as Promise<[IncomingMessage]>
  piece.write(bytes.subarray(0, 10))
  await expect.poll(drafts).toHaveLength(1)
  const closing = stopping.close()
  piece.end(bytes.subarray(10))
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(204)
  await closing
})

test('an upload whose connection a stopping server cuts continues at another with the bytes that arrived @slow', async () => {
  const stopping = await startOther()
  const [id, bytes] = [randomUUID(), pdfOfSize(3_000_000)]
  await createUpload(staying, ana, { id, name: 'a.pdf', kind: 'pdf', bytes })
  const piece = openChunk(stopping, ana, id, bytes.length)
  await new Promise<unknown>((resolve) => piece.write(bytes.subarray(0, 1_000_000), resolve))
  await expect.poll(draftBytes).toBeGreaterThan(0)
  const closing = stopping.close()
  piece.destroy()
  await closing
  const arrived = Number((await sendTusRequest(staying, ana, 'HEAD', id)).headers.get('upload-offset'))
  expect(arrived).toBeGreaterThan(0)
  expect((await sendChunk(staying, ana, id, arrived, bytes.subarray(arrived))).status).toBe(204)
})
