import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, runLoad } from './load.ts'
import { createBenchPractice, headersOf, ids, measuredCount, now, type BenchPractice } from './practice.ts'
import { requestOf } from './requests.ts'
import { cpuOf, type BenchServer, startBenchServer } from './server.ts'

const kinds = ['product', 'postGraphile', 'postGraphileAlongIndex'] as const
type Kind = (typeof kinds)[number]

/**
 * Medians of the rounds: requests per second, the server's CPU milliseconds per request, and both as ratios (2 means that the product answers twice
 * as many requests, or takes half the CPU time). `postGraphileAlongIndex` uses the Postgres settings that the product uses to read a list.
 */
export type PostGraphileFigures = {
  rounds: number
  sessions: number
  perSecond: Record<Kind, number>
  cpu: Record<Kind, number>
  perSecondRatio: Record<Kind, number>
  cpuRatio: Record<Kind, number>
}

/** The columns of a session and its participants in the product's response. */
const query = `query Latest($me: UUID!, $now: String!) {
  allSessions(condition: { therapistId: $me, startedBefore: $now }, orderBy: STARTS_AT_DESC, first: 20) {
    nodes {
      rowId startsAt endsAt format therapyType location videoUrl status sequence revision bookedAt bookedAnyway seriesId
      sessionClientsByTherapistIdAndSessionId {
        nodes { clientId answer attendance lateCancel clientByTherapistIdAndClientId { accountId firstName lastName } }
      }
    }
  }
}`

/** Measures reading the latest 20 of a therapist's 5,000 sessions with the names of their clients, alternately on both servers. */
export async function measurePostGraphile(
  { rounds, seconds, sessions }: { rounds: number; seconds: number; sessions: number },
  say: (line: string) => void,
): Promise<PostGraphileFigures> {
  const practice = await createBenchPractice(sessions)
  const servers: Partial<Record<Kind, BenchServer>> = {}
  const startPostGraphile = (pgSettings: Record<string, string>) => {
    const setting = join(practice.dataDir, `postgraphile-${Object.keys(pgSettings).length}.json`)
    writeFileSync(setting, JSON.stringify({ url: practice.url, secrets: practice.secrets, pgSettings }))
    const env = { NODE_ENV: 'production', GRAPHILE_ENV: 'production' }
    return startBenchServer(env, 'bench/external/postgraphile-server.ts', [setting])
  }
  try {
    servers.product = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    servers.postGraphile = await startPostGraphile({})
    servers.postGraphileAlongIndex = await startPostGraphile({ enable_sort: 'off', enable_bitmapscan: 'off' })
    await requireSameRows(practice, servers as Record<Kind, BenchServer>)
    const seen: Record<Kind, Slice>[] = []
    for (let round = 0; round <= rounds; round++) {
      const inTurn = {} as Record<Kind, Slice>
      for (const kind of kinds)
        inTurn[kind] = await slice(practice, servers as Record<Kind, BenchServer>, kind, seconds)
      say(`round ${round}: ${kinds.map((kind) => `${kind} ${inTurn[kind].perSecond.toFixed(0)}`).join(', ')} a second`)
      // The first round is a warm-up and is not counted.
      if (round > 0) seen.push(inTurn)
    }
    const of = (pick: (inTurn: Record<Kind, Slice>, kind: Kind) => number) =>
      Object.fromEntries(kinds.map((kind) => [kind, median(seen.map((inTurn) => pick(inTurn, kind)))])) as Record<
        Kind,
        number
      >
    return {
      rounds,
      sessions,
      perSecond: of((inTurn, kind) => inTurn[kind].perSecond),
      cpu: of((inTurn, kind) => inTurn[kind].cpu),
      perSecondRatio: of((inTurn, kind) => inTurn.product.perSecond / inTurn[kind].perSecond),
      cpuRatio: of((inTurn, kind) => inTurn[kind].cpu / inTurn.product.cpu),
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    await practice.close()
  }
}

type Slice = { perSecond: number; cpu: number }

/** Measures one server for some seconds, while the others are paused. */
async function slice(
  practice: BenchPractice,
  servers: Record<Kind, BenchServer>,
  kind: Kind,
  seconds: number,
): Promise<Slice> {
  const server = servers[kind]
  for (const other of Object.values(servers)) process.kill(other.pid, other === server ? 'SIGCONT' : 'SIGSTOP')
  const before = cpuOf(server.pid)
  const requests = Array.from({ length: measuredCount }, (_, person) => requestFor(practice, server, kind, person))
  const request = (connection: number) => requests[connection % measuredCount] as (typeof requests)[number]
  const result = await runLoad({ address: server.address, connections: measuredCount, seconds, request })
  if (result.refused) throw new Error(`${kind}: ${result.refused} of ${result.answers} requests were refused`)
  return { perSecond: result.perSecond, cpu: (cpuOf(server.pid) - before) / result.answers }
}

function requestFor(practice: BenchPractice, server: BenchServer, kind: Kind, person: number) {
  const headers = headersOf(practice, server.address, 'therapist', person)
  if (kind === 'product') return { ...requestOf('latest', person, 0), headers }
  const variables = { me: ids.therapist(person), now: startedBefore(Date.now()) }
  return { path: '/graphql', headers, body: JSON.stringify({ query, variables }) }
}

/**
 * Returns the start of the latest session that the product counts as past at a time. The sessions of the practice last 50 minutes and are past once
 * they have ended.
 */
const startedBefore = (at: number) =>
  new Date(at < now.getTime() ? at : Math.max(now.getTime() - 1, at - 50 * 60_000)).toISOString()

type Answer = { items: Session[]; data?: { allSessions: { nodes: GraphSession[] } } }
type Session = { id: string; participants: { clientId: string; firstName: string; lastName: string }[] }
type GraphSession = {
  rowId: string
  sessionClientsByTherapistIdAndSessionId: {
    nodes: { clientId: string; clientByTherapistIdAndClientId: { firstName: string; lastName: string } }[]
  }
}

/** Throws if a server does not answer with the same sessions in the same order and with the same names. */
async function requireSameRows(practice: BenchPractice, servers: Record<Kind, BenchServer>) {
  const rowsOf = async (kind: Kind) => {
    const { path, headers, body } = requestFor(practice, servers[kind], kind, 0)
    const answer = await fetch(`${servers[kind].address}${path}`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (!answer.ok || text.includes('"errors"')) throw new Error(`${kind}: ${answer.status} ${text.slice(0, 2_000)}`)
    const { items, data } = JSON.parse(text) as Answer
    const sessions = data ? data.allSessions.nodes.map(asSession) : items
    if (sessions.length !== 20) throw new Error(`${kind} answered with ${sessions.length} sessions`)
    return JSON.stringify(
      sessions.map(({ id, participants }) => [
        id,
        participants.map(({ clientId, firstName, lastName }) => [clientId, firstName, lastName]),
      ]),
    )
  }
  const product = await rowsOf('product')
  for (const kind of kinds) if ((await rowsOf(kind)) !== product) throw new Error(`${kind} answers with other rows`)
}

const asSession = ({ rowId, sessionClientsByTherapistIdAndSessionId: { nodes } }: GraphSession): Session => ({
  id: rowId,
  participants: nodes.map(({ clientId, clientByTherapistIdAndClientId: client }) => ({ clientId, ...client })),
})
