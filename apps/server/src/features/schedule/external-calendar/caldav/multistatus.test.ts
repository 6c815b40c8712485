import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { openCaldav } from './caldav.ts'
import { parseMultistatus } from './multistatus.ts'
import { propOf, nodeText } from './xml.ts'

const start = '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">'
const answerOf = (body: string) => Buffer.from(`${start}${body}</d:multistatus>`)
const resource = (href: string, etag = 'a') =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getetag>${etag}</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const megabyte = 1024 * 1024
/** Returns the problem for which a response is refused. */
const problemOf = (body: Buffer | string) =>
  parseMultistatus(Buffer.from(body)).then(
    () => 'none',
    (error: { problem?: string }) => error.problem,
  )

test('a small and a large answer are read alike', async () => {
  for (const count of [3, 2_000]) {
    const body = Array.from({ length: count }, (_, at) => resource(`/é/${at}`, `"${at}"`)).join('')
    const { responses, token } = await parseMultistatus(answerOf(`${body}<d:sync-token>7</d:sync-token>`))
    expect([responses.length, token]).toEqual([count, '7'])
    const last = responses.at(-1)
    expect([last?.href, last?.status, last && nodeText(propOf(last, 'getetag'))]).toEqual([
      `/é/${count - 1}`,
      200,
      `"${count - 1}"`,
    ])
  }
})

const bombs: Record<string, string> = {
  'empty resources': `${start}${'<d:response/>'.repeat(megabyte)}</d:multistatus>`,
  'one resource of many elements': `${start}<d:response>${'<a/>'.repeat(10_000)}</d:response></d:multistatus>`,
  'elements beside the resources': `${start}${'<a/>'.repeat(3 * megabyte)}</d:multistatus>`,
  'elements nested 100,000 deep': `${start}${'<a>'.repeat(100_000)}`,
  'an element of many attributes': `${start}<a ${Array.from({ length: 500_000 }, (_, at) => `a${at}=""`).join(' ')}/></d:multistatus>`,
  'text without an end': `${start}<d:response><d:href>${'x'.repeat(15 * megabyte)}`,
  'entities of its own': `<!DOCTYPE m [<!ENTITY a "${'x'.repeat(1_000)}">]><m>${'&a;'.repeat(100_000)}</m>`,
}
for (const [name, bomb] of Object.entries(bombs))
  test(`an answer is refused for ${name} @slow`, async () => {
    expect(await problemOf(bomb)).toBe('no-calendar')
    // The same XML bomb, small enough to be parsed in the server's own process.
    if (name !== 'text without an end') expect(await problemOf(bomb.slice(0, 120 * 1024))).toBe('no-calendar')
    const { responses } = await parseMultistatus(answerOf(resource('/next')))
    expect(responses).toHaveLength(1)
  })

test('an answer in another charset or compressed is refused, and single bytes that are no UTF-8 are replaced', async () => {
  const whole = answerOf(resource('/a', 'ü'.repeat(100_000))).toString()
  for (const body of [whole, answerOf(resource('/a')).toString()]) {
    expect(await problemOf(Buffer.from(`\uFEFF${body}`, 'utf16le'))).toBe('no-calendar')
    expect(await problemOf((await import('node:zlib')).gzipSync(body))).toBe('no-calendar')
  }
  const { responses } = await parseMultistatus(Buffer.from(answerOf(resource('/\u00fc')).toString(), 'latin1'))
  expect(responses.map(({ href }) => href)).toEqual(['/\uFFFD'])
})

/** Sends an endless XML response until the connection is closed. */
const endless = createServer((_, response) => {
  response.writeHead(207)
  response.write(start)
  const part = resource('/a').repeat(500)
  const send = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', send)
  send()
})
beforeAll(() => new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve)))
afterAll(() => void endless.close())

test('a list that never ends is refused at its limit of bytes', async () => {
  const host = `127.0.0.1:${(endless.address() as AddressInfo).port}`
  const address = `http://${host}/`
  const provider = openCaldav(openOutbound({ localHosts: [host] }), { address, userName: 'a', password: 'b' })
  await expect(provider.list(address)).rejects.toMatchObject({ problem: 'too-large' })
})
