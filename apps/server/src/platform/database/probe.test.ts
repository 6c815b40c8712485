import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { probeDatabase } from './probe.ts'

async function sentenceFor(change: (url: URL) => void): Promise<string> {
  const url = new URL(inject('adminUrl'))
  change(url)
  const error = await probeDatabase(url.href).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^[^\n]+[^.]\.$/)
  expect(message).not.toContain(decodeURIComponent(url.password))
  return message
}

test('a database that answers is fine', async () => {
  await expect(probeDatabase(inject('adminUrl'))).resolves.toBeUndefined()
})

test('a wrong address of the database is one clear sentence', async () => {
  const { port } = new URL(inject('adminUrl'))
  expect(await sentenceFor((url) => (url.password = 'wrong-one'))).toBe(
    `Postgres at 127.0.0.1:${port} refuses the user or the password of DATABASE_URL.`,
  )
  expect(await sentenceFor((url) => (url.pathname = '/nowhere'))).toBe(
    `Postgres at 127.0.0.1:${port} has no database 'nowhere', which DATABASE_URL names.`,
  )
  expect(await sentenceFor((url) => (url.hostname = 'nowhere.invalid'))).toBe(
    'DATABASE_URL names the host nowhere.invalid, which cannot be found.',
  )
})

test('where nothing or something else answers, it says so', async () => {
  const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy()))
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo
  expect(await sentenceFor((url) => (url.port = String(port)))).toContain(`at 127.0.0.1:${port} cannot be used`)
  web.close()
  await once(web, 'close')
  expect(await sentenceFor((url) => (url.port = String(port)))).toBe(
    `No Postgres answers at 127.0.0.1:${port}, which DATABASE_URL names.`,
  )
})
