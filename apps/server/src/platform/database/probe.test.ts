import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { probeDatabase } from './probe.ts'

async function messageFor(change: (url: URL) => void): Promise<string> {
  const url = new URL(inject('adminUrl'))
  change(url)
  const error = await probeDatabase(url.href).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^[^\n]+[^.]\.$/)
  expect(message).not.toContain(decodeURIComponent(url.password))
  return message
}

test('a reachable database passes', async () => {
  await expect(probeDatabase(inject('adminUrl'))).resolves.toBeUndefined()
})

test('a wrong password, database or host in DATABASE_URL is reported in one sentence', async () => {
  const { port } = new URL(inject('adminUrl'))
  expect(await messageFor((url) => (url.password = 'wrong-one'))).toBe(
    `Postgres at 127.0.0.1:${port} rejected the user or password in DATABASE_URL.`,
  )
  expect(await messageFor((url) => (url.pathname = '/nowhere'))).toBe(
    `Postgres at 127.0.0.1:${port} has no database 'nowhere'. Check DATABASE_URL.`,
  )
  expect(await messageFor((url) => (url.hostname = 'nowhere.invalid'))).toBe(
    "Attune can't find the host nowhere.invalid. Check DATABASE_URL.",
  )
})

test('a port without a server, or with another server, is reported', async () => {
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy()))
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo
  expect(await messageFor((url) => (url.port = String(port)))).toContain(
    `Attune can't use Postgres at 127.0.0.1:${port} `,
  )
  web.close()
  await once(web, 'close')
  expect(await messageFor((url) => (url.port = String(port)))).toBe(
    `Attune can't reach Postgres at 127.0.0.1:${port}. Check DATABASE_URL and that Postgres is running.`,
  )
})
