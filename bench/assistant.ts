import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { openAnswer } from '../apps/server/src/testing/assistant/assistant.ts'
import { formatMilliseconds, markdownTable, targetMark } from './cells.ts'
import { median, quantile } from './load.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { requestOf } from './requests.ts'
import { startBenchServer } from './server.ts'

const [streams, rounds, secondsPerRound, wordsPerSecond] = [20, 9, 4, 20]
/** The load of the rest of the product: the number of browsers, and the milliseconds between two requests of each. */
const [browsers, intervalMilliseconds] = [4, 40]

/**
 * `quiet` and `busy` are the medians of the rounds' 95th percentiles of the time to read a week, without and with 20 streams; `ratio` is the median
 * of the rounds' ratios. `firstWord` is the 95th percentile of the time from when the endpoint sends the first word until the browser receives it.
 * `stop` is the 95th percentile of the time from when the person leaves the page until the request to the endpoint ends. All values except the ratio
 * are in milliseconds.
 */
export type AssistantFigures = { quiet: number; busy: number; ratio: number; firstWord: number; stop: number }

/** An endpoint that sends words at an even pace until its caller disconnects. */
async function openPacedEndpoint() {
  const begun = new Map<number, number>()
  const ended: number[] = []
  const answer = async (response: ServerResponse, turn: number) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    await delay(200)
    begun.set(turn, performance.now())
    while (!response.destroyed) {
      const chunk = { model: 'bench-model', choices: [{ delta: { content: `word${turn}x ` } }] }
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      await delay(1000 / wordsPerSecond)
    }
  }
  let turns = 0
  const server = createServer((request, response) => {
    const turn = turns++
    request.resume()
    response.on('close', () => ended.push(performance.now()))
    request.on('end', () => void answer(response, turn))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, begun, ended, close: () => server.close() }
}

/** Measures other requests while 20 answers stream, and the delays of first words and of stops. */
export async function measureAssistant(): Promise<AssistantFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  const endpoint = await openPacedEndpoint()
  const records = await setUp(practice.url, endpoint.host)
  const env = { DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir, ASSISTANT_LOCAL_HOSTS: endpoint.host }
  const server = await startBenchServer(env)
  const figures = { quiet: [] as number[], busy: [] as number[], first: [] as number[], stops: [] as number[] }
  try {
    const headers = (therapist: number) => headersOf(practice, server.address, 'therapist', therapist)
    const post = (therapist: number, path: string, body: unknown) =>
      fetch(`${server.address}/api/${path}`, {
        method: 'POST',
        headers: headers(therapist),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const load = () => pacedLoad((browser) => weekRead(post, browser + 1))
    await load()
    for (let round = 0; round < rounds; round++) {
      figures.quiet.push(await load())
      endpoint.begun.clear()
      const open = await Promise.all(records.map((clientId, at) => openStream(post, at + 1, clientId, endpoint.begun)))
      figures.first.push(...open.map(({ firstWord }) => firstWord))
      figures.busy.push(await load())
      endpoint.ended.length = 0
      const left = performance.now()
      await Promise.all(open.map(({ leave }) => leave()))
      while (endpoint.ended.length < streams) await delay(5)
      figures.stops.push(...endpoint.ended.map((at) => at - left))
    }
  } finally {
    await server.stop()
    endpoint.close()
    await practice.close()
  }
  const p95 = (values: number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.95,
    )
  return {
    quiet: median(figures.quiet),
    busy: median(figures.busy),
    ratio: median(figures.busy.map((busy, at) => busy / (figures.quiet[at] ?? Number.NaN))),
    firstWord: p95(figures.first),
    stop: p95(figures.stops),
  }
}

type Post = (therapist: number, path: string, body: unknown) => Promise<Response>

async function weekRead(post: Post, therapist: number): Promise<void> {
  const { path, body } = requestOf('week', therapist, 0)
  const answer = await post(therapist, path.replace('/api/', ''), body)
  if (!answer.ok) throw new Error(`the week was answered with ${answer.status}`)
  await answer.arrayBuffer()
}

/** Runs requests at an even pace and returns the 95th percentile of their durations in milliseconds. */
async function pacedLoad(request: (browser: number) => Promise<void>): Promise<number> {
  const durations: number[] = []
  const end = performance.now() + secondsPerRound * 1000
  const browse = async (browser: number) => {
    for (let due = performance.now(); due < end; due += intervalMilliseconds) {
      await delay(Math.max(0, due - performance.now()))
      const begun = performance.now()
      await request(browser)
      durations.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: browsers }, (_, browser) => browse(browser)))
  return quantile(
    durations.toSorted((a, b) => a - b),
    0.95,
  )
}

/** Begins an answer and waits for its first word. */
async function openStream(post: Post, therapist: number, clientId: string, begun: ReadonlyMap<number, number>) {
  const request = {
    id: crypto.randomUUID(),
    clientId,
    sessionId: null,
    purpose: 'question' as const,
    form: null,
    language: 'en' as const,
    keywords: '',
    question: 'What did the client say about sleep?',
    text: '',
    sources: [],
    edited: null,
  }
  const preview = (await (await post(therapist, 'assistant/preview', request)).json()) as { sha256: string }
  const browser = { send: (path: string, input: unknown) => post(therapist, path, input) }
  const open = await openAnswer(browser as never, { ...request, sha256: preview.sha256, acceptsNames: false })
  const word = await open.next()
  const turn = Number(/word(\d+)x/.exec(word ?? '')?.[1])
  const since = begun.get(turn)
  if (since === undefined) throw new Error(`no answer: ${JSON.stringify((await open.end()).code)}`)
  return { firstWord: performance.now() - since, leave: open.leave }
}

/** Switches the assistant on for the first therapists, with the consent of one client of each. Returns the ids of these clients' records. */
async function setUp(url: string, host: string): Promise<string[]> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const records: string[] = []
    await writeAsOwner(db, async () => {
      await db.query(
        `update app.assistant_setting set is_on = true, kind = 'openai', address = $1, model = 'bench-model', region = 'here', provider = 'Bench',
           provider_country = 'DE', practice_country = 'DE', agreement_type = 'own', agreement_date = '2026-01-01', agreement_name = 'Bench',
           agreement_stated_at = now(), words_per_day = 1000000, timeout_seconds = 300`,
        [`http://${host}/v1`],
      )
      for (let therapist = 1; therapist <= streams; therapist++) {
        const { rows } = await db.query<{ id: string }>(
          `select id from app.client where therapist_id = $1 and account_id is not null and status <> 'inactive' order by id limit 1`,
          [ids.therapist(therapist)],
        )
        const id = rows[0]?.id ?? ''
        records.push(id)
        await db.query(
          `insert into app.assistant_switch (account_id, terms_version, at) select $1, terms_version, now() from app.assistant_setting`,
          [ids.therapist(therapist)],
        )
        await db.query(
          `insert into app.assistant_consent (therapist_id, client_id, action, how, by_account, version, language, terms_version, provider, provider_country,
             command, at)
           select $1, $2, 'given', 'therapist', $1, 1, 'en', terms_version, provider, provider_country, gen_random_uuid(), now() from app.assistant_setting`,
          [ids.therapist(therapist), id],
        )
      }
    })
    return records
  } finally {
    await db.end()
  }
}

export function assistantTable({ quiet, busy, ratio, firstWord, stop }: AssistantFigures): string {
  return markdownTable(
    [`${streams} answers that stream at once`, 'measured', 'goal', ''],
    [
      [
        'p95 of a week read beside them / without them',
        ratio.toFixed(2),
        '≤ 1.10',
        targetMark(ratio, (value) => value <= 1.1),
      ],
      ['the two p95', `${busy.toFixed(1)} ms, ${quiet.toFixed(1)} ms`, '', ''],
      [
        'endpoint’s first word to browser’s, p95',
        formatMilliseconds(firstWord),
        '≤ 300 ms',
        targetMark(firstWord, (value) => value <= 300),
      ],
      [
        'leaving the page to end of the request, p95',
        formatMilliseconds(stop),
        '≤ 1 s',
        targetMark(stop, (value) => value <= 1_000),
      ],
    ],
  )
}
