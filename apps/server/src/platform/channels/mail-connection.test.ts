import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { certificates } from '../../testing/doubles/certificates.ts'
import { openSmtpServer } from '../../testing/doubles/smtp-server.ts'
import { systemClock } from '../clock.ts'
import { openMailConnection } from './mail-connection.ts'
import type { MailProbe } from './mail-probe.ts'

const accepted: MailProbe = {
  greeting: '220 mail',
  isEncrypted: true,
  login: 'accepted',
  loginAnswer: '235 ok',
  problem: null,
}

test('without a mail server nothing is tried', async () => {
  const probe = vi.fn()
  const connection = openMailConnection(null, systemClock, probe)
  expect(await connection.try()).toBeNull()
  expect(probe).not.toHaveBeenCalled()
})

test('two calls at once try the mail server once', async () => {
  const probe = vi.fn(async () => accepted)
  const connection = openMailConnection('smtp://mail.example', systemClock, probe)
  await Promise.all([connection.try(), connection.try()])
  expect(probe).toHaveBeenCalledTimes(1)
  expect(connection.latest()).toMatchObject({ refusal: null })
  await connection.try()
  expect(probe).toHaveBeenCalledTimes(2)
})

test('a self-signed certificate is reported in the words of TLS', async () => {
  const [{ cert, key }] = certificates
  const { host, close } = await openSmtpServer({ cert, key })
  const trial = await openMailConnection(`smtp://nora:canary-1@${host}`, systemClock).try()
  expect(trial?.refusal).toMatch(/self-signed certificate|certificate/)
  close()
})

test('a mail server that answers after a minute is pending until its answer and blocks nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<MailProbe>()
  const connection = openMailConnection('smtp://mail.example', systemClock, () => promise)
  const trial = connection.try()
  expect(connection.latest()).toBeNull()
  resolve({ ...accepted, greeting: null, login: 'untried', problem: 'The mail server took too long.' })
  expect(await trial).toMatchObject({ refusal: 'The mail server took too long.' })
})

test('a port on which nothing listens is reported', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const trial = await openMailConnection(`smtp://127.0.0.1:${port}`, systemClock).try()
  expect(trial?.refusal).toMatch(/ECONNREFUSED/)
})
