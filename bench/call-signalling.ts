import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { resumeSecret } from '../apps/server/src/features/schedule/call/sockets/call-keys.ts'
import { cookieName, signCookie } from '../apps/server/src/platform/auth/login/cookies.ts'
import { hashLoginToken } from '../apps/server/src/platform/auth/login/tokens.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { randomId } from '../apps/server/src/testing/database/database.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { connectDatabase, createDrillContext, type DrillContext } from '../drills/context.ts'
import { formatMilliseconds, markdownTable } from './cells.ts'
import { quantile } from './load.ts'
import { childrenOf, megabytesOf } from './memory.ts'
import { cpuOf } from './server.ts'

/** The processor time in seconds that the server and Postgres used for a part of the bench, and the duration of that part in seconds. */
type Cost = { seconds: number; server: number; postgres: number }

/** `delays` are the sorted milliseconds from one socket to the other, `megabytes` the memory of the server before and with all sockets. */
export type SignallingFigures = {
  pairs: number
  opening: Cost
  exchange: Cost & { signals: number; lost: number; delays: number[] }
  heartbeats: Cost
  megabytes: { before: number; after: number }
}

const [descriptionBytes, candidateBytes, candidates] = [6_000, 220, 10]
const [openingSeconds, exchangeSeconds, heartbeatSeconds] = [25, 10, 30]

/**
 * Opens the sockets of calls between two people, as all pages do after a restart of the server. Then lets them exchange descriptions and candidates,
 * and finally lets them send heartbeats only.
 */
export async function measureSignalling(pairs: number, say: (line: string) => void): Promise<SignallingFigures> {
  const context = await createDrillContext(0)
  const server = await context.start()
  const sockets: CallEnd[] = []
  const costs = openCosts(context, server.pid)
  try {
    const pages = await addPages(context, pairs)
    const before = megabytesOf(server.pid)
    say(`call-signalling: ${pairs} pairs connect`)
    const opening = await costs.of(async () => {
      for (const page of pages) {
        sockets.push(openEnd(server.address, page))
        await pause((openingSeconds * 1_000) / pages.length)
      }
      await Promise.all(sockets.map(({ present }) => present))
    })
    say('call-signalling: they exchange descriptions and candidates')
    const delays: number[] = []
    const exchange = await costs.of(async () => {
      await Promise.all(sockets.map((end) => exchangeWith(end, delays)))
      await pause(2_000)
    })
    say('call-signalling: heartbeats')
    const heartbeats = await costs.of(() => pause(heartbeatSeconds * 1_000))
    const signals = sockets.length * (1 + candidates)
    return {
      pairs,
      opening,
      exchange: { ...exchange, signals, lost: signals - delays.length, delays: delays.toSorted((a, b) => a - b) },
      heartbeats,
      megabytes: { before, after: megabytesOf(server.pid) },
    }
  } finally {
    for (const end of sockets) end.close()
    await server.stop()
    await context.close()
  }
}

function openCosts({ dataDir }: DrillContext, server: number) {
  const postgres = () => {
    const postmaster = findPostmaster(clusterPath(dataDir))?.pid ?? 0
    return [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuOf(pid), 0)
  }
  const read = () => ({ at: performance.now(), server: cpuOf(server), postgres: postgres() })
  return {
    async of(work: () => Promise<unknown>): Promise<Cost> {
      const before = read()
      await work()
      const after = read()
      const since = (name: keyof typeof before) => (after[name] - before[name]) / 1_000
      return { seconds: since('at'), server: since('server'), postgres: since('postgres') }
    },
  }
}

/** A page of a call: the cookie and the secret with which it opens its socket. */
type Page = { cookie: string; resume: string }

/**
 * Adds calls of a therapist and a client who were already let in. The limit on the number of calls applies only when a call starts, so it is not
 * reached.
 */
async function addPages(context: DrillContext, pairs: number): Promise<Page[]> {
  const ids = () => Array.from({ length: pairs }, () => randomId())
  const people = { therapists: ids(), records: ids(), accounts: ids(), sessions: ids(), calls: ids() }
  const db = await connectDatabase(context.url())
  await writeAsOwner(db, () => insertCalls(db, people))
  const tokens = await signIn(db, [...people.therapists, ...people.accounts])
  await db.end()
  return people.calls.flatMap((call, n) =>
    [people.therapists[n], people.accounts[n]].map((account = '') => {
      const { login = '', token = '' } = tokens.get(account) ?? {}
      const page = { call, login, peer: randomUUID(), joinedAt: Date.now(), actingFor: null }
      return {
        cookie: `${cookieName('login', false)}=${signCookie(token, context.secrets.authSecret)}`,
        resume: resumeSecret(page, context.secrets),
      }
    }),
  )
}

type People = Record<'therapists' | 'records' | 'accounts' | 'sessions' | 'calls', string[]>

async function insertCalls(db: pg.Client, { therapists, records, accounts, sessions, calls }: People): Promise<void> {
  const profiles = `insert into app.profile (account_id, email, first_name, last_name, role, zone, onboarded_at)
    select id, id || '@example.org', 'Thea', 'Adler', $2, 'Europe/Berlin', now() from unnest($1::uuid[]) id`
  await db.query(profiles, [therapists, 'therapist'])
  await db.query(profiles, [accounts, 'client'])
  await db.query('insert into app.calendar (therapist_id, account_id) select id, id from unnest($1::uuid[]) id', [
    therapists,
  ])
  await db.query(
    `insert into app.client (id, therapist_id, account_id, first_name, last_name, email, status)
     select record, therapist, account, 'Clara', 'Brand', account || '@example.org', 'active'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (record, therapist, account)`,
    [records, therapists, accounts],
  )
  await db.query(
    `insert into app.session (id, therapist_id, starts_at, ends_at, format, in_attune, status)
     select id, therapist, now() - interval '5 minutes', now() + interval '45 minutes', 'video', true, 'confirmed'
     from unnest($1::uuid[], $2::uuid[]) as t (id, therapist)`,
    [sessions, therapists],
  )
  await db.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select s.therapist_id, s.id, record, s.starts_at, 'accepted'
     from unnest($1::uuid[], $2::uuid[]) as t (session, record) join app.session s on s.id = session`,
    [sessions, records],
  )
  await db.query(
    `insert into app.video_call (id, therapist_id, session_id, started_at)
     select id, therapist, session, now() from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (id, therapist, session)`,
    [calls, therapists, sessions],
  )
  await db.query(
    `insert into app.video_call_person (call_id, therapist_id, session_id, client_id, admitted_at, seen_at)
     select call, therapist, session, client, now(), now()
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as t (call, therapist, session, record),
       unnest(array[null, record]) client`,
    [calls, therapists, sessions, records],
  )
}

/** Signs accounts in. Returns the id and the token of the login of each. */
async function signIn(db: pg.Client, accounts: readonly string[]) {
  const tokens = accounts.map(() => `bench-${randomId()}`)
  await db.query('begin; set local role attune_owner')
  await db.query(
    `insert into auth."user" (id, email, email_verified) select id, id || '@example.org', true from unnest($1::uuid[]) id`,
    [accounts],
  )
  const { rows } = await db.query<{ id: string; account: string }>(
    `insert into auth.login (user_id, token, strength, method, expires_at)
     select account, hash, 2, 'totp', now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as t (account, hash)
     returning id, user_id as account`,
    [accounts, tokens.map(hashLoginToken)],
  )
  await db.query('commit')
  const logins = new Map(rows.map(({ id, account }) => [account, id]))
  return new Map(accounts.map((account, n) => [account, { login: logins.get(account), token: tokens[n] }]))
}

/** A page with its socket. `present` resolves when the other person's page is in the call. */
type CallEnd = {
  present: Promise<void>
  signal(kind: 'description' | 'candidate'): void
  onSignal(take: (delay: number, kind: string) => void): void
  close(): void
}

function openEnd(address: string, { cookie, resume }: Page): CallEnd {
  const url = `${address.replace(/^http/, 'ws')}/api/call?${new URLSearchParams({ resume })}`
  const socket = new WebSocket(url, { headers: { origin: address, cookie } })
  const send = (frame: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(frame))
  let [self, other] = ['', '']
  let take = (_delay: number, _kind: string) => {}
  let isPresent = () => {}
  const present = new Promise<void>((resolve, reject) => {
    isPresent = resolve
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
  })
  // A socket that is closed at the end of the bench rejects a promise that nothing waits for.
  present.catch(() => {})
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as CallServerFrame
    if (frame.type === 'welcome') self = frame.self
    if (frame.type === 'present') {
      other = frame.peers.find(({ peer }) => peer !== self)?.peer ?? ''
      if (other) isPresent()
    }
    if (frame.type !== 'signal') return
    const { sentAt, kind } = frame.data as { sentAt: number; kind: string }
    take(performance.now() - sentAt, kind)
  })
  const heart = setInterval(() => send({ type: 'heartbeat' }), 1_000)
  return {
    present,
    signal(kind) {
      const sdp = 'x'.repeat(kind === 'description' ? descriptionBytes : candidateBytes)
      send({ type: 'signal', to: other, data: { sentAt: performance.now(), kind, sdp } })
    },
    onSignal: (then) => (take = then),
    close() {
      clearInterval(heart)
      socket.close()
    },
  }
}

/** Sends a description and then the candidates, as a browser does while it discovers its addresses. Pages begin at different moments. */
async function exchangeWith(end: CallEnd, delays: number[]): Promise<void> {
  end.onSignal((delay) => delays.push(delay))
  await pause(Math.random() * exchangeSeconds * 1_000)
  end.signal('description')
  for (let candidate = 0; candidate < candidates; candidate++) {
    await pause(20)
    end.signal('candidate')
  }
}

/** Returns a Markdown table of the costs of the sockets. */
export function signallingTable({ pairs, opening, exchange, heartbeats, megabytes }: SignallingFigures): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`
  const row = (what: string, { seconds: took, server, postgres }: Cost) => [
    what,
    seconds(took),
    seconds(server),
    seconds(postgres),
    `${((server / took) * 100).toFixed(0)} %`,
    `${((server * 1_000) / pairs).toFixed(1)} ms`,
  ]
  const costs = markdownTable(
    [`${pairs} pairs`, 'in', 'processor: server', 'Postgres', 'server, of a core', 'server, a pair'],
    [
      row('open their sockets', opening),
      row(`exchange ${exchange.signals} signals`, exchange),
      row('heartbeats each second, checks of rights and logins', heartbeats),
    ],
  )
  const [p50, p95] = [quantile(exchange.delays, 0.5), quantile(exchange.delays, 0.95)]
  const { before, after } = megabytes
  return `${costs}

From one socket to the other: p50 ${formatMilliseconds(p50)}, p95 ${formatMilliseconds(p95)}, longest ${formatMilliseconds(exchange.delays.at(-1) ?? Number.NaN)}, ${exchange.lost} signals lost. Memory of the server: ${before.toFixed(0)} MB without sockets, ${after.toFixed(0)} MB with ${2 * pairs}.`
}
