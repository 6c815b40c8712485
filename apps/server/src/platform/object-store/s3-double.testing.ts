import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from './s3-requests.ts'

/** The behavior of the test double: like S3, always busy, without space, never answering, confirming objects that it does not store, or public. */
export type S3Behaviour = 'normal' | 'busy' | 'full' | 'mute' | 'stores nothing' | 'public'

export type S3Double = {
  settings: S3Settings
  /** The host and port of the double, in the format in which the environment lists local hosts. */
  localHost: string
  behave(behaviour: S3Behaviour): void
  /** The requests that have arrived, as method and path. */
  requests: string[]
  stop(): Promise<void>
}

const key = 'S3RVER'
/** The maximum number of objects in one response to a list request; S3 returns up to 1,000. */
const listedObjects = 3

/**
 * Starts a test double of S3 on this machine. Adds checks that the double itself lacks: the signature of each request, and the hash and the length
 * of each body.
 */
export async function startS3Double(): Promise<S3Double> {
  const directory = mkdtempSync(join(tmpdir(), 'attune-s3-'))
  const double = new S3rver({
    directory,
    silent: true,
    serviceEndpoint: 'localhost',
    vhostBuckets: false,
    configureBuckets: [{ name: 'practice', configs: [] }],
  })
  await double.configureBuckets()
  const inner = createServer(double.callback())
  const innerPort = await listen(inner)
  let behaviour: S3Behaviour = 'normal'
  const requests: string[] = []
  const changeInTurn = createTurns()
  const outer = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    void answer(incoming, response, { port: innerPort, behaviour, changeInTurn })
  })
  const port = await listen(outer)
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'practice',
      prefix: 'attune/',
      accessKeyId: key,
      secretAccessKey: key,
    },
    localHost: `127.0.0.1:${port}`,
    behave: (next) => void (behaviour = next),
    requests,
    async stop() {
      for (const server of [outer, inner]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

type Answering = { port: number; behaviour: S3Behaviour; changeInTurn: Turns }
type Turns = (change: () => Promise<void>) => Promise<void>

/** Returns a function that makes one change at a time. */
function createTurns(): Turns {
  let last = Promise.resolve()
  return (change) => (last = last.then(change, change))
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { port, behaviour, changeInTurn }: Answering,
) {
  const body = await buffer(incoming)
  const { authorization, 'x-amz-content-sha256': hash, 'content-length': length } = incoming.headers
  if (behaviour === 'mute') return
  if (behaviour === 'busy') return refuse(response, 503, 'SlowDown')
  if (behaviour === 'full' && incoming.method === 'PUT') return refuse(response, 507, 'XMinioStorageFull')
  if (!authorization && behaviour !== 'public') return refuse(response, 403, 'AccessDenied')
  if (authorization && hash !== createHash('sha256').update(body).digest('hex'))
    return refuse(response, 400, 'XAmzContentSHA256Mismatch')
  if (['PUT', 'POST'].includes(incoming.method ?? '') && length === undefined)
    return refuse(response, 411, 'MissingContentLength')
  if (behaviour === 'stores nothing' && incoming.method === 'PUT') return void response.writeHead(200).end()
  const passOn = () => passOnRequest(incoming, body, response, port)
  // When s3rver deletes the last object of a folder, it deletes the folder too, together with any object that is being stored there at the same time.
  // Changes are therefore made one at a time.
  await (incoming.method === 'GET' || incoming.method === 'HEAD' ? passOn() : changeInTurn(passOn))
}

/** Passes a request on to s3rver. Resolves when the response has ended or its receiver is gone. */
function passOnRequest(incoming: IncomingMessage, body: Buffer, response: ServerResponse, port: number): Promise<void> {
  const { method, url, headers } = incoming
  return new Promise((resolve) => {
    response.once('close', resolve)
    const inner = request({ port, host: '127.0.0.1', method, path: url, headers }, (found) => {
      if (url?.includes('list-type=2')) return void answerList(found, response)
      response.writeHead(found.statusCode ?? 500, found.headers)
      found.pipe(response)
    })
    inner.once('error', () => response.destroy())
    inner.end(body)
  })
}

/** Splits the list after `listedObjects`, because the double does not support pages. */
async function answerList(found: IncomingMessage, response: ServerResponse): Promise<void> {
  const [start = '', ...contents] = (await text(found)).split('<Contents>')
  const last = contents.at(-1) ?? ''
  const end = last.slice(last.indexOf('</Contents>') + '</Contents>'.length)
  const entries = contents.map((one) => `<Contents>${one.slice(0, one.indexOf('</Contents>'))}</Contents>`)
  const isCut = entries.length > listedObjects
  const head = isCut ? start.replace('<IsTruncated>false<', '<IsTruncated>true<') : start
  response.writeHead(found.statusCode ?? 500, { 'content-type': 'application/xml' })
  response.end(entries.length === 0 ? start : head + entries.slice(0, listedObjects).join('') + end)
}
