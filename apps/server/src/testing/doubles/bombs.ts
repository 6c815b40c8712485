import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export const bombs = ['endless', 'compressed', 'twice', 'nested', 'objects', 'charset', 'invalid'] as const
type Bomb = (typeof bombs)[number]

const open = '{"items":['
/**
 * The finite bodies: 15 MB compressed to a thousandth, 30 MB compressed twice, 100,000 levels of objects, bytes that are valid in no charset, 100,000
 * levels of lists, and UTF-16.
 */
const bodies: Record<Exclude<Bomb, 'endless'>, string | Buffer> = {
  compressed: gzipSync(`${open}${'{},'.repeat(5_000_000)}{}]}`),
  twice: gzipSync(gzipSync(Buffer.alloc(30_000_000, '['))),
  objects: `${open}${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]}`,
  invalid: Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.alloc(200_000, 0xf8)]),
  nested: `${open}${'['.repeat(100_000)}${']'.repeat(100_000)}]}`,
  charset: Buffer.from(`\uFEFF${open}{"id":"ü"}]}`, 'utf16le'),
}

const encodings: Partial<Record<Bomb, string>> = { compressed: 'gzip', twice: 'gzip, gzip' }

export type BombServer = {
  origin: string
  bomb: Bomb
  type: 'application/json' | 'text/event-stream'
  close(): Promise<void>
}

/**
 * Starts a server on this machine that answers every request with the body selected by `bomb`. With the type `text/event-stream`, an uncompressed
 * body is the data of one event.
 */
export async function openBombServer(): Promise<BombServer> {
  const server = createServer((request, response) => {
    request.resume()
    const headers = { 'content-type': double.type }
    const [before, after] = double.type === 'text/event-stream' ? ['data: ', '\n\n'] : ['', '']
    if (double.bomb === 'endless') {
      response.writeHead(200, headers).write(before + open)
      return writeForever(response, Buffer.from('{},'.repeat(20_000)))
    }
    const encoding = encodings[double.bomb]
    if (encoding)
      return void response.writeHead(200, { ...headers, 'content-encoding': encoding }).end(bodies[double.bomb])
    const body = Buffer.from(bodies[double.bomb])
    response.writeHead(200, headers).end(Buffer.concat([Buffer.from(before), body, Buffer.from(after)]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const double: BombServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bomb: 'endless',
    type: 'application/json',
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return double
}

function writeForever(response: ServerResponse, part: Buffer): void {
  const send = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', send)
  send()
}

/** The finite bodies as requests of this content type: compressed once and twice, nested, and in another charset. */
export const requestBombs = (type: string): Record<string, { body: Buffer; headers: Record<string, string> }> => ({
  compressed: { body: bodies.compressed as Buffer, headers: { 'content-type': type, 'content-encoding': 'gzip' } },
  twice: { body: bodies.twice as Buffer, headers: { 'content-type': type, 'content-encoding': 'gzip, gzip' } },
  nested: { body: Buffer.from(bodies.nested), headers: { 'content-type': type } },
  objects: { body: Buffer.from(bodies.objects), headers: { 'content-type': type } },
  charset: { body: bodies.charset as Buffer, headers: { 'content-type': `${type}; charset=utf-16` } },
})
