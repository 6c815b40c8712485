import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotFetchedError, openOutbound, type OutboundRules } from './outbound.ts'
import { isPublicAddress } from './public-address.ts'

let hits = 0
let port = 0
const trap = createServer((request, response) => {
  hits++
  if (request.url === '/sent-on') return void response.writeHead(302, { location: '/good' }).end()
  if (request.url === '/large') return void response.end(Buffer.alloc(2000))
  if (request.url === '/large-and-silent') return void response.write(Buffer.alloc(2000))
  if (request.url === '/silent') return
  if (request.url === '/echo') {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = `${request.method} ${request.headers['x-mark']} ${Buffer.concat(parts).toString()}`
      response.writeHead(422, { 'retry-after': '7' }).end(body)
    })
    return
  }
  if (request.url === '/hints') {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)
    const send = () => void response.socket?.write(hints)
    response.socket?.on('drain', send)
    return send()
  }
  if (request.url === '/missing') return void response.writeHead(404).end('nothing')
  response.end('good')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => trap.listen(0, '::', resolve))
  port = (trap.address() as AddressInfo).port
})
afterAll(() => {
  trap.closeAllConnections()
  trap.close()
})

const bodyOrError = (address: string, rules?: OutboundRules) =>
  openOutbound(rules)
    .fetch(address, 1000)
    .then(
      (body) => body.toString(),
      (error: unknown) => (error instanceof NotFetchedError ? error.message : error),
    )
const here = () => `http://localhost:${port}`

test('addresses of this machine, its network and its cloud are refused in every notation', async () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    'localhost',
    'localhost.',
    'a.localhost',
  ]
  const answers = await Promise.all(hosts.map((host) => bodyOrError(`https://${host}:${port}/good`)))
  expect(new Set(answers)).not.toContain('good')
  for (const answer of answers.slice(0, 21)) expect(answer).toBe('an address of no public machine')
  expect(hits).toBe(0)
})

test('schemes other than https and addresses with credentials are refused', async () => {
  for (const address of [
    `http://example.org/`,
    'file:///etc/passwd',
    'gopher://example.org/',
    'data:text/plain,x',
    'ftp://x.org/',
  ])
    expect(await bodyOrError(address)).toBe('not over https')
  expect(await bodyOrError('https://ana:secret@example.org/')).toBe('with a name or a password')
  expect(await bodyOrError('no address')).toBe('no address')
})

test('a host name is refused if any of its addresses is not public', async () => {
  const resolvesTo = (addresses: string[]) =>
    ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )) as unknown as NonNullable<OutboundRules['resolve']>
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['2606:2800:220:1::1', 'fd00::1']]) {
    const resolve = resolvesTo(addresses)
    expect(await bodyOrError(`https://pictures.example:${port}/good`, { resolve })).toBe('a name of no public machine')
  }
  expect(hits).toBe(0)
})

test('only a 200 below the size limit is accepted, and redirects are not followed', async () => {
  const trusted = [here()]
  expect(await bodyOrError(`${here()}/good`, { trusted })).toBe('good')
  expect(await bodyOrError(`${here()}/sent-on`, { trusted })).toBe('not a 200')
  expect(await bodyOrError(`${here()}/missing`, { trusted })).toBe('not a 200')
  expect(await bodyOrError(`${here()}/large`, { trusted })).toBe('too large')
  expect(await bodyOrError(`${here()}/large-and-silent`, { trusted })).toBe('too large')
  expect(hits).toBe(5)
})

test('a request sends method, headers and body, and returns status, headers and body of any answer', async () => {
  const outbound = openOutbound({ trusted: [here()] })
  const post = { method: 'POST', headers: { 'x-mark': 'm' }, body: 'a=1', atMostBytes: 1000 } as const
  const answer = await outbound.request(`${here()}/echo`, post)
  expect([answer.status, answer.headers['retry-after'], answer.body.toString()]).toEqual([422, '7', 'POST m a=1'])
  // A small response arrives as one part, together with its end.
  await expect(outbound.request(`${here()}/echo`, { ...post, atMostBytes: 3 })).rejects.toThrow('too large')
  const redirect = await outbound.request(`${here()}/sent-on`, post)
  expect([redirect.status, redirect.headers.location]).toEqual([302, '/good'])
})

test('a failed request says whether it may have arrived', async () => {
  const outbound = openOutbound({ trusted: [here(), 'http://127.0.0.1:1'] })
  const failureOf = (address: string, timeoutMilliseconds: number) =>
    outbound
      .request(address, { method: 'POST', atMostBytes: 1000, timeoutMilliseconds })
      .catch((error: unknown) => error)
  expect(await failureOf(`${here()}/silent`, 100)).toMatchObject({ name: 'NotFetched', mayHaveArrived: true })
  expect(await failureOf(`${here()}/large`, 1000)).toMatchObject({ message: 'too large', mayHaveArrived: true })
  expect(await failureOf('http://127.0.0.1:1/', 1000)).toMatchObject({ mayHaveArrived: false })
  expect(await failureOf('https://127.0.0.1/', 1000)).toMatchObject({ mayHaveArrived: false })
})

test('addresses of the public internet are public, special-purpose ones are not', () => {
  expect(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450::1'].map(isPublicAddress)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(
    ['192.0.2.1', '224.0.0.1', '255.255.255.255', '2001:db8::1', 'ff02::1', 'word'].map(isPublicAddress),
  ).not.toContain(true)
})

test('a server that sends hints without end, before any response, is refused', async () => {
  const outbound = openOutbound({ trusted: [here()], timeoutMilliseconds: 60_000 })
  const address = `${here()}/hints`
  const refused = { reason: 'too-large' }
  await expect(outbound.request(address, { method: 'GET', atMostBytes: 1000 })).rejects.toMatchObject(refused)
  const { signal } = new AbortController()
  await expect(outbound.stream(address, { method: 'GET', atMostBytes: 1000, signal })).rejects.toMatchObject(refused)
})
