import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configNames } from '../apps/server/src/platform/config/setting-names.ts'
import { certificates } from '../apps/server/src/testing/doubles/certificates.ts'

let folder: string
let server: Server | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-ready-'))
  server = null
})
afterEach(() => {
  server?.close()
  rmSync(folder, { recursive: true })
})

/** Runs `tools/ready.ts` with the given settings and returns its exit code and its output. */
async function ask(settings: Record<string, string>, ...args: string[]) {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ready.ts'), ...args], {
    env: { ...process.env, ...unset, ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

async function listen(started: Server): Promise<string> {
  server = started.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}

const answer =
  (statuses: number[]): RequestListener =>
  (request, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    response.writeHead(request.url === '/ready' ? (status ?? 500) : 404).end('{"database":"failed"}')
  }

test('a server that is not ready is named with its answer, and the exit code is 1', async () => {
  const PORT = await listen(createHttpServer(answer([503])))
  expect(await ask({ PORT })).toEqual({ code: 1, said: 'Attune isn\'t ready: {"database":"failed"}\n' })
})

test('a wait ends once the server is ready @slow', async () => {
  const PORT = await listen(createHttpServer(answer([503, 200])))
  expect(await ask({ PORT, HOST: '0.0.0.0' }, '--wait', '60')).toEqual({ code: 0, said: '' })
})

test('a server with https is asked although its certificate is for another name', async () => {
  const [{ cert, key }] = certificates
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key)
  const PORT = await listen(createHttpsServer({ cert, key }, answer([200])))
  expect(await ask({ PORT, TLS_CERT, TLS_KEY })).toEqual({ code: 0, said: '' })
})

test('a wrong setting is named', async () => {
  const { code, said } = await ask({ PORT: 'none' })
  expect(code).toBe(1)
  expect(said).toMatch(/^PORT .*none/)
})
