import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, expect, test, vi } from 'vitest'
import { createApp } from './app.ts'
import { certificates } from './testing/doubles/certificates.ts'
import { testSecrets } from './testing/database/database.ts'
import { createTestApp, startSharedApp } from './testing/app.ts'
import { connectClient, scheduleSessionAt } from './testing/records/sessions.ts'
import { openTestSocket } from './testing/socket.ts'
import { timeAhead } from './testing/time-ahead.ts'

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})
const folder = mkdtempSync(join(tmpdir(), 'attune-tls-'))
const app = await startSharedApp()

test('a stopping server answers running requests and closes sockets with 1001 @slow', async () => {
  const stopping = await createTestApp()
  const client = await stopping.person('client')
  const socket = openTestSocket(stopping.address, client)
  await socket.frame('welcome')
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { asActor } = stopping.db
  vi.spyOn(stopping.db, 'asActor').mockImplementation(async (actor, work) => {
    await held.promise
    return asActor(actor, work)
  })
  // The socket of the page uses the database too, so a use of the database does not prove that the request has arrived.
  const listen = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url?.endsWith('/saveSettings')) arrived.resolve()
  }
  subscribe('http.server.request.start', listen)
  const begun = client.api.account.saveSettings({ theme: 'dark' })
  await arrived.promise
  unsubscribe('http.server.request.start', listen)
  const closing = stopping.close()
  held.resolve()
  await expect(begun).resolves.toMatchObject({ theme: 'dark' })
  expect(await socket.closed).toBe(1001)
  await closing
  await expect(fetch(`${stopping.address}/health`)).rejects.toThrow('fetch failed')
})

test('each start gives a new setup link until there is an admin', async () => {
  const again = () =>
    createApp({ ...app.config, logLevel: 'silent' }, testSecrets, app.databaseUrl, {
      migrated: true,
      worker: false,
    })
  const second = await again()
  expect(second.setupLink).toMatch(/\/setup#token=[\w-]{43}$/)
  expect(second.setupLink).not.toBe(app.setupLink)
  await second.close()
  await app.person('admin')
  const third = await again()
  expect(third.setupLink).toBeNull()
  await third.close()
})

test('a change through one server is published to sockets of another @slow', async () => {
  const otherServer = await createApp({ ...app.config, logLevel: 'silent' }, testSecrets, app.databaseUrl, {
    migrated: true,
    worker: false,
  })
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  const socket = openTestSocket(otherServer.address, client)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'r', table: 'session_clients' })
  await socket.frame('subscribed')
  const id = await scheduleSessionAt(therapist, clientId, new Date(timeAhead(180, 8)))
  expect(await socket.frame('change')).toMatchObject({ table: 'session_clients', id, event: 'INSERT' })
  socket.close()
  await otherServer.close()
})

test('with a certificate the server uses https, and uses a renewed certificate without a restart @slow', async () => {
  const [first, second] = certificates
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const put = (one: { cert: string; key: string }) => {
    writeFileSync(files.key, one.key)
    writeFileSync(files.cert, one.cert)
  }
  put(first)
  const secure = await createTestApp({
    config: { tls: files },
    worker: false,
    expectedErrors: ['the new certificate cannot be used'],
  })
  const ask = () =>
    new Promise<{ name: unknown; hsts: unknown; status: number }>((resolve, reject) => {
      const sent = httpsRequest(`${secure.address}/`, { rejectUnauthorized: false, agent: false }, (answer) => {
        const name = (answer.socket as TLSSocket).getPeerCertificate().subject.CN
        answer.resume()
        resolve({ name, hsts: answer.headers['strict-transport-security'], status: answer.statusCode ?? 0 })
      })
      sent.on('error', reject)
      sent.end()
    })
  expect(secure.address).toMatch(/^https:/)
  expect(await ask()).toEqual({ name: 'first', hsts: 'max-age=31536000', status: 200 })
  put(second)
  await expect.poll(async () => (await ask()).name, { interval: 250 }).toBe('second')
  writeFileSync(files.cert, 'no certificate')
  await expect.poll(() => secure.logged.join('')).toContain('the new certificate cannot be used')
  expect((await ask()).name).toBe('second')
  await secure.close()
})
