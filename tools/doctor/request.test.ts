import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { certificates } from '../../apps/server/src/testing/doubles/certificates.ts'
import { request } from './request.ts'

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function serve(listener: RequestListener, tls?: { cert: string; key: string }): Promise<string> {
  server = (tls ? createHttpsServer(tls, listener) : createServer(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an endless answer is cut and ends the connection', async () => {
  const address = await serve((_, response) => {
    const more = () =>
      void (response.writableNeedDrain ? response.once('drain', more) : response.write('x'.repeat(500), more))
    response.on('error', () => {})
    more()
  })
  const answer = await request(address)
  expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(2_000), served: null })
})

test('a redirect is not followed', async () => {
  const answer = await request(await serve((_, response) => response.writeHead(302, { location: '/else' }).end()))
  expect(answer).toMatchObject({ status: 302, body: '' })
})

test('a certificate that is not trusted is returned with the reason', async () => {
  const answer = await request(await serve((_, response) => response.end('fine'), certificates[0]))
  expect(answer).toMatchObject({
    status: 200,
    body: 'fine',
    served: { isTrusted: false, distrust: expect.stringMatching(/SELF_SIGNED/) as string },
  })
})

test('an address without a server is a problem with its code', async () => {
  const address = await serve(() => {})
  server.close()
  await once(server, 'close')
  expect(await request(address)).toEqual({ problem: 'ECONNREFUSED' })
})
