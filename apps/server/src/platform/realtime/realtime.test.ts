import { realtimeTables } from '@attune/contract'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { connectClient, scheduleSessionAt } from '../../testing/records/sessions.ts'
import { openTestSocket } from '../../testing/socket.ts'
import { connectionOptions } from '../database/pools.ts'
import { type FeedChange, openChangeFeed } from './change-feed.ts'
import { timeAhead } from '../../testing/time-ahead.ts'

const app = await startSharedApp()

const slot = (() => {
  let n = 0
  return () => new Date(timeAhead(150, 8) + n++ * 3_600_000)
})()

/**
 * Terminates the change feed's connections, as a network failure would. Connects as the same role as the feed, because a role may terminate
 * its own connections.
 */
async function cutListeners(): Promise<number> {
  const same = new pg.Client(connectionOptions(app.databaseUrl, 'attune_relay', app.secrets))
  await same.connect()
  const { rows } = await same.query<{ cut: boolean }>(
    `select pg_terminate_backend(pid) as cut from pg_stat_activity
     where usename = 'attune_relay' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  await same.end()
  return rows.filter((row) => row.cut).length
}

test('a socket needs a login and a same-origin page', async () => {
  const client = await app.person('client')
  const nobody = app.anonymous()
  expect(await openTestSocket(app.address, nobody).closed).toBe(401)
  expect(await openTestSocket(app.address, client, { origin: 'https://evil.example' }).closed).toBe(403)
  expect(await openTestSocket(app.address, client, { origin: null }).closed).toBe(403)
  expect(await openTestSocket(app.address, client, { host: 'evil.example' }).closed).toBe(403)
  expect(await openTestSocket(app.address, client, {}, '/api/other').closed).toBe(404)
  const good = openTestSocket(app.address, client)
  await good.frame('welcome')
  good.send({ type: 'heartbeat' })
  await good.frame('heartbeat')
  good.close()
})

test('a socket begins with the time, because the clock of a device can be wrong', async () => {
  const socket = openTestSocket(app.address, await app.person('client'))
  const { time } = await socket.frame('welcome')
  expect(Math.abs(time - Date.now())).toBeLessThan(10_000)
  socket.close()
})

test('every table that records its changes has a public name, and every public name has such a table', async () => {
  const relay = new pg.Client(connectionOptions(app.databaseUrl, 'attune_relay', app.secrets))
  await relay.connect()
  const { rows } = await relay.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where t.tgname in ('change_insert', 'change_update', 'change_delete') and p.proname = 'change_' || c.relname`,
  )
  await relay.end()
  const recorded = rows.map(({ name }) => name)
  // `free_time` is computed, and `account_list` combines several tables.
  expect([...recorded, 'free_time', 'account_list'].toSorted()).toEqual(
    Object.values(realtimeTables)
      .map(({ table }) => table)
      .toSorted(),
  )
})

test('a filter on a forbidden column, an unknown table and an invalid frame are refused', async () => {
  const socket = openTestSocket(app.address, await app.person('client'))
  await socket.frame('welcome')
  const subscribe = { type: 'subscribe', schema: 'public' }
  socket.send({ ...subscribe, ref: 'text', table: 'sessions', filter: { column: 'location', op: 'eq', value: 'x' } })
  socket.send({ ...subscribe, ref: 'table', table: 'client_note' })
  socket.send({ ...subscribe, ref: 'proto', table: '__proto__' })
  socket.send({ ...subscribe, ref: 'extra', table: 'sessions', everything: true })
  socket.send('no frame at all')
  for (const ref of ['text', 'table', 'proto', 'extra', ''])
    await socket.frame('refused', (frame) => frame.ref === ref && frame.status === 400)
  socket.send({
    ...subscribe,
    ref: 'fine',
    table: 'sessions',
    filter: { column: 'status', op: 'in', value: ['scheduled'] },
  })
  await socket.frame('subscribed', (frame) => frame.ref === 'fine')
  socket.close()
})

test('therapist and client get the changes of their session, another pair gets none @slow', async () => {
  const [therapist, other, client, stranger] = await Promise.all([
    app.person('therapist', 1),
    app.person('therapist', 2),
    app.person('client', 1),
    app.person('client', 2),
  ])
  const clientId = await connectClient(app, therapist, client)
  const strangersId = await connectClient(app, other, stranger)
  const sockets = [therapist, client, other, stranger].map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['sessions', 'session_clients', 'notifications'])
      socket.send({ type: 'subscribe', ref: table, table })
    await socket.frame('subscribed', (frame) => frame.ref === 'notifications')
  }
  const sessionId = await scheduleSessionAt(therapist, clientId, slot())
  const [a, b, c, d] = sockets
  await a?.frame('change', (frame) => frame.table === 'sessions' && frame.id === sessionId && frame.event === 'INSERT')
  const heard = await b?.frame('change', (frame) => frame.table === 'session_clients' && frame.id === sessionId)
  expect(heard?.keys).toEqual({
    session_id: sessionId,
    client_id: clientId,
    therapist_id: therapist.accountId,
    answer: 'awaited',
  })
  await b?.frame('change', (frame) => frame.table === 'notifications')
  // Makes a later change and waits for it. Changes arrive in order, so an earlier change would have arrived by then.
  const theirs = await scheduleSessionAt(other, strangersId, slot())
  await c?.frame('change', (frame) => frame.table === 'sessions' && frame.id === theirs)
  await d?.frame('change', (frame) => frame.table === 'session_clients' && frame.id === theirs)
  for (const socket of [c, d]) expect(JSON.stringify(socket?.frames)).not.toContain(sessionId)
  for (const socket of sockets) socket.close()
})

test('a late subscription gets the changes since the page read its data, and none of others @slow', async () => {
  const [therapist, other, client, stranger] = await Promise.all([
    app.person('therapist', 5),
    app.person('therapist', 6),
    app.person('client', 5),
    app.person('client', 6),
  ])
  const clientId = await connectClient(app, therapist, client)
  const strangersId = await connectClient(app, other, stranger)
  const first = openTestSocket(app.address, therapist)
  await first.frame('welcome')
  first.send({ type: 'subscribe', ref: 'all', table: 'sessions' })
  await first.frame('subscribed')
  const strangers = await scheduleSessionAt(other, strangersId, slot())
  const missed = await scheduleSessionAt(therapist, clientId, slot())
  await first.frame('change', (frame) => frame.id === missed)
  const late = openTestSocket(app.address, therapist)
  const { at } = await late.frame('welcome')
  late.send({ type: 'subscribe', ref: 'opened', table: 'sessions', behind: 30, since: at })
  late.send({ type: 'subscribe', ref: 'none', table: 'change_requests', behind: 30 })
  late.send({ type: 'subscribe', ref: 'now', table: 'sessions' })
  late.send({ type: 'subscribe', ref: 'before', table: 'sessions', behind: 30 })
  await late.frame('change', (frame) => frame.ref === 'before' && frame.id === missed)
  const next = await scheduleSessionAt(therapist, clientId, slot())
  for (const ref of ['opened', 'now', 'before'])
    await late.frame('change', (frame) => frame.ref === ref && frame.id === next)
  const received = late.frames.flatMap((frame) => (frame.type === 'change' ? [`${frame.ref} ${frame.id}`] : []))
  expect(received.toSorted()).toEqual(
    [`before ${missed}`, `before ${next}`, `now ${next}`, `opened ${next}`].toSorted(),
  )
  expect(JSON.stringify(late.frames)).not.toContain(strangers)
  for (const socket of [first, late]) socket.close()
})

test('the socket of an ended login gets "ended" and no change @slow', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist', 3), app.person('client', 3)])
  const clientId = await connectClient(app, therapist, client)
  const browser = await app.secondBrowser(client, 1)
  const socket = openTestSocket(app.address, browser)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'all', table: 'session_clients' })
  await socket.frame('subscribed')
  await browser.api.login.signOut({})
  await scheduleSessionAt(therapist, clientId, slot())
  await socket.frame('ended')
  expect(await socket.closed).toBe(4401)
  expect(socket.frames.filter((frame) => frame.type === 'change')).toEqual([])
})

test('a login without its second factor gets changes of its own account only @slow', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist', 4), app.person('client', 4)])
  const clientId = await connectClient(app, therapist, client)
  const socket = openTestSocket(app.address, await app.secondBrowser(therapist, 1))
  await socket.frame('welcome')
  for (const table of ['sessions', 'profiles']) socket.send({ type: 'subscribe', ref: table, table })
  await socket.frame('subscribed', (frame) => frame.ref === 'profiles')
  await scheduleSessionAt(therapist, clientId, slot())
  await therapist.api.account.saveNames({ firstName: 'Tessa', lastName: 'Four' })
  await socket.frame('change', (frame) => frame.table === 'profiles')
  expect(socket.frames.filter((frame) => frame.type === 'change' && frame.table === 'sessions')).toEqual([])
  socket.close()
})

test('with many writers and a repeatedly disconnected listener, every change is published exactly once @slow', async () => {
  const therapist = await app.person('therapist', 5)
  const heard: FeedChange[] = []
  const relay = openChangeFeed({
    installerUrl: app.databaseUrl,
    secrets: app.secrets,
    log: app.log,
    publish: async (changes) => void heard.push(...changes),
    onTakeover: async () => {},
    onNodeMessage: () => {},
  })
  await relay.start()
  const actor = { role: 'therapist', id: therapist.accountId } as const
  const written: string[] = []
  const writer = async (turn: number) => {
    for (let n = 0; n < 25; n++) {
      const id = randomUUID()
      const aborts = n % 5 === turn % 5
      await app.db
        .asActor(actor, async (tx) => {
          await tx.kysely
            .insertInto('client')
            .values({ id, therapist_id: therapist.accountId, first_name: 'W', last_name: String(n) })
            .execute()
          // Some transactions stay open while later ones commit.
          if (n % 7 === 0) await tx.run('select pg_sleep(0.15)')
          if (aborts) throw new Error('aborted')
        })
        .then(
          () => written.push(id),
          (error: Error) => expect(error.message).toBe('aborted'),
        )
    }
  }
  let cuts = 0
  const cutting = (async () => {
    for (let n = 0; n < 4; n++) {
      await app.db.asActor(actor, (tx) => tx.run('select pg_sleep(0.2)'))
      cuts += await cutListeners()
    }
  })()
  await Promise.all([writer(0), writer(1), writer(2), writer(3), cutting])
  const inserted = () =>
    heard.filter(
      (change) => change.table_name === 'client' && change.op === 'INSERT' && written.includes(change.row_id),
    )
  await expect.poll(() => inserted().length).toBe(written.length)
  expect(new Set(inserted().map((change) => change.row_id)).size).toBe(written.length)
  expect(heard.length).toBe(new Set(heard.map((change) => JSON.stringify(change))).size)
  expect(cuts).toBeGreaterThan(3)
  await relay.stop()
})
