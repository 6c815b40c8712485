// A server on bare node:http that sends the same SQL statements as the product. The difference between the two servers
// is the cost of the framework, the contract and the authorization.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { hashLoginToken } from '../apps/server/src/platform/auth/login/tokens.ts'
import { openAuthPool } from '../apps/server/src/platform/auth/pool.ts'
import { connectionOptions } from '../apps/server/src/platform/database/pools.ts'
import type { Secrets } from '../apps/server/src/platform/secrets/secrets.ts'
import { ids } from './practice.ts'
import type { RecordedStatement, RecordedValue } from './record.ts'
import { type RequestKind, requestOf } from './requests.ts'

type Setting = { url: string; secrets: Secrets; statements: Record<RequestKind, RecordedStatement[]> }
const { url, secrets, statements } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Setting
const pool = new pg.Pool({
  ...connectionOptions(url, 'attune_login', secrets),
  max: 10,
  idleTimeoutMillis: 60_000,
  pipeline: true,
})
const auth = openAuthPool(connectionOptions(url, 'attune_auth_app', secrets), () => {}).pool

type Facts = { token: string; n: number; id: string; startsAt: number }

function fill(value: RecordedValue, facts: Facts): unknown {
  if ('fixed' in value) return value.fixed
  if ('list' in value) return value.list.map((each) => fill(each, facts))
  switch (value.hole) {
    case 'token':
      return facts.token
    case 'therapist':
      return ids.therapist(facts.n)
    case 'account':
      return ids.account(facts.n)
    case 'record':
      return ids.record(facts.n)
    case 'session':
      return facts.id
    case 'mail':
      return `{"mailId":"${facts.id}"}`
    case 'reminder':
      return `{"sessionId":"${facts.id}","therapistId":"${ids.therapist(facts.n)}","sequence":0}`
    case 'startsAt':
      return new Date(facts.startsAt + (value.shiftMs ?? 0)).toISOString()
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ id?: string; startsAt?: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** Reads the login with the auth pool, then sends all other statements as one pipeline. */
async function answer(kind: RequestKind, request: IncomingMessage): Promise<unknown> {
  const body = await bodyOf(request)
  const token = /bench-(?:therapist|client)-\d+/.exec(request.headers.cookie ?? '')?.[0] ?? ''
  const facts: Facts = {
    token: hashLoginToken(token),
    n: Number(token.slice(-11)),
    id: body.id ?? '',
    startsAt: Date.parse(body.startsAt ?? ''),
  }
  const send = (on: pg.Pool | pg.PoolClient, statement: RecordedStatement, index: number) =>
    on.query({
      name: `${kind}${index}`,
      text: statement.text,
      values: statement.values.map((value) => fill(value, facts)),
    })
  const all = statements[kind].map((statement, index) => ({ statement, index }))
  for (const { statement, index } of all.filter((each) => each.statement.pool === 'auth')) {
    if ((await send(auth, statement, index)).rowCount !== 1) throw new Error('no account is signed in')
  }
  const client = await pool.connect()
  try {
    const sent = all
      .filter((each) => each.statement.pool === 'login')
      .map(({ statement, index }) => send(client, statement, index))
    const results = await Promise.all(sent)
    return results.at(-2)?.rows
  } finally {
    client.release()
  }
}

const kindOf = (request: IncomingMessage): RequestKind => {
  const client = request.headers.cookie?.includes('bench-client')
  if (request.url === requestOf('latest', 0, 0).path) return client ? 'latestOfClient' : 'latest'
  return request.url === requestOf('insert', 0, 0).path ? 'insert' : 'week'
}

const server = createServer((request, response) => {
  answer(kindOf(request), request).then(
    (rows) => {
      const text = JSON.stringify(rows)
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    },
    (error: unknown) => {
      const text = String(error)
      response.writeHead(500, { 'content-length': Buffer.byteLength(text) }).end(text)
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Attune is running at http://localhost:${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => process.exit(0))
