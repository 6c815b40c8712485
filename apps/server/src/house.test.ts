import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openHouse } from './house.ts'
import { certificates } from './testing/certificates.ts'
import { testSecrets } from './testing/database.ts'
import { openTestHouse, type TestHouse } from './testing/house.ts'
import { connectClient, planAt } from './testing/sessions.ts'
import { openSocket } from './testing/socket.ts'

let house: TestHouse
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-tls-'))
  house = await openTestHouse()
})
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a server that stops answers what it has begun, and tells open pages that it is going away', async () => {
  const leaving = await openTestHouse()
  const client = await leaving.person('client')
  const socket = openSocket(leaving.address, client)
  await socket.frame('welcome')
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { asActor } = leaving.db
  vi.spyOn(leaving.db, 'asActor').mockImplementationOnce(async (actor, work) => {
    started.resolve()
    await held.promise
    return asActor(actor, work)
  })
  const begun = client.api.account.saveSettings({ theme: 'dark' })
  await started.promise
  const closing = leaving.close()
  held.resolve()
  await expect(begun).resolves.toMatchObject({ theme: 'dark' })
  expect(await socket.closed).toBe(1001)
  await closing
  await expect(fetch(`${leaving.address}/health`)).rejects.toThrow('fetch failed')
})

test('a link that makes the first admin is there until there is one, and another at each start', async () => {
  const again = () =>
    openHouse({ ...house.config, logLevel: 'silent' }, testSecrets, house.databaseUrl, {
      migrated: true,
      worker: false,
    })
  const second = await again()
  expect(second.setupLink).toMatch(/\/setup#token=[\w-]{43}$/)
  expect(second.setupLink).not.toBe(house.setupLink)
  await second.close()
  await house.person('admin')
  const third = await again()
  expect(third.setupLink).toBeNull()
  await third.close()
})

test('what is written through one server is heard by the pages of another', async () => {
  const beside = await openHouse({ ...house.config, logLevel: 'silent' }, testSecrets, house.databaseUrl, {
    migrated: true,
    worker: false,
  })
  const [therapist, client] = await Promise.all([house.person('therapist'), house.person('client')])
  const clientId = await connectClient(house, therapist, client)
  const socket = openSocket(beside.address, client)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'r', table: 'session_clients' })
  await socket.frame('subscribed')
  const id = await planAt(therapist, clientId, new Date('2027-06-01T08:00:00Z'))
  expect(await socket.frame('change')).toMatchObject({ table: 'session_clients', id, event: 'INSERT' })
  socket.close()
  await beside.close()
})

test('with a certificate it speaks https itself, and takes a renewed one into use without a start', async () => {
  const [first, second] = certificates
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const put = (one: { cert: string; key: string }) => {
    writeFileSync(files.key, one.key)
    writeFileSync(files.cert, one.cert)
  }
  put(first)
  const secure = await openTestHouse({ config: { tls: files }, worker: false })
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
