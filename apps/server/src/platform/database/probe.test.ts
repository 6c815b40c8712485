import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, inject, test } from 'vitest'
import { runQuery } from '../../testing/database/database.ts'
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
  await expect(probeDatabase(inject('adminUrl'))).resolves.toEqual([])
})

test('a user without the rights that the guide grants is refused with the statement that grants them', async () => {
  const admin = new URL(inject('adminUrl'))
  const name = `probe_${randomBytes(4).toString('hex')}`
  await runQuery(admin.href, `create role ${name} login password 'not-shown'`)
  try {
    expect(await messageFor((url) => Object.assign(url, { username: name, password: 'not-shown' }))).toBe(
      `The user ${name} in DATABASE_URL can't create roles. As a superuser, run: alter role ${name} createrole; Then try again.`,
    )
    await runQuery(admin.href, `alter role ${name} createrole`)
    expect(await messageFor((url) => Object.assign(url, { username: name, password: 'not-shown' }))).toBe(
      `The user ${name} in DATABASE_URL doesn't own the database. As a superuser, run: alter database ${admin.pathname.slice(1)} owner to ${name}; Then try again.`,
    )
  } finally {
    await runQuery(admin.href, `drop role ${name}`)
  }
})

test('a database that is not encoded as UTF8 is refused in one sentence', async () => {
  const admin = new URL(inject('adminUrl'))
  const name = `probe_${randomBytes(4).toString('hex')}`
  await runQuery(admin.href, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  try {
    expect(await messageFor((url) => (url.pathname = `/${name}`))).toContain(
      `The database ${name} in DATABASE_URL stores texts as LATIN1. Attune needs UTF8.`,
    )
  } finally {
    await runQuery(admin.href, `drop database ${name}`)
  }
})

test('a server that refuses changes, as a standby does, is refused in one sentence', async () => {
  const admin = new URL(inject('adminUrl'))
  const name = `probe_${randomBytes(4).toString('hex')}`
  await runQuery(admin.href, `create role ${name} login password 'not-shown'`)
  try {
    await runQuery(admin.href, `alter role ${name} set default_transaction_read_only = on`)
    expect(await messageFor((url) => Object.assign(url, { username: name, password: 'not-shown' }))).toContain(
      'refuses changes, as a standby does. Set DATABASE_URL to the primary server',
    )
  } finally {
    await runQuery(admin.href, `drop role ${name}`)
  }
})

test('a missing file that the address names is reported', async () => {
  expect(await messageFor((url) => (url.search = '?sslrootcert=/nowhere/ca.pem'))).toBe(
    "Attune can't read the file /nowhere/ca.pem, which DATABASE_URL names.",
  )
})

test.each([
  ['refuses startup parameters', refusingPooler],
  ['drops startup parameters', droppingPooler],
])('a connection pooler that %s is refused by name', async (_, open) => {
  const pooler = open(new URL(inject('adminUrl')))
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  expect(await messageFor((url) => (url.port = String(port)))).toBe(
    `The server at 127.0.0.1:${port} (DATABASE_URL) is a connection pooler such as PgBouncer, which Attune can't use. Set DATABASE_URL to the address of Postgres itself.`,
  )
  pooler.close()
})

/** Answers each connection as PgBouncer answers the startup parameter `options`. */
function refusingPooler() {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0')
  const refusal = Buffer.concat([Buffer.from('E'), lengthOf(fields.length + 1), Buffer.from(`${fields}\0`)])
  return createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(refusal)))
}

/** Passes on everything but the startup parameter `options`, as PgBouncer does with `ignore_startup_parameters`. */
function droppingPooler({ hostname, port }: URL) {
  return createServer((socket) => {
    const server = connect(Number(port), hostname)
    for (const side of [socket, server]) side.on('error', () => socket.destroy())
    socket.once('data', (startup) => {
      const kept = startup
        .subarray(4)
        .toString('latin1')
        .replace(/options\0[^\0]*\0/, '')
      server.write(Buffer.concat([lengthOf(kept.length), Buffer.from(kept, 'latin1')]))
      socket.pipe(server)
      server.pipe(socket)
    })
  })
}

/** Returns the length of a message of the Postgres protocol with this many bytes after the length. */
function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes + 4)
  return length
}

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
