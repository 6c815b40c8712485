import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushBatch, sendInBatch } from './batch.ts'
import { queryMilliseconds } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const text = 'select name, born from app.person'
const types = { getTypeParser: (oid: number) => (oid === 1 ? (value: string) => value.toUpperCase() : String) }

type SentBatch = {
  _result: { _types?: unknown }
  submit(connection: unknown): unknown
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(connection: unknown): void
  handleError(error: unknown, connection: unknown): void
}

/** A connection of `pg` that never answers by itself and records what is sent. */
function silentClient() {
  const sent: string[] = []
  const batches: SentBatch[] = []
  const note = (what: string) => () => void sent.push(what)
  const connection = {
    stream: { cork() {}, uncork() {}, destroy: note('destroy') },
    parsedStatements: {} as Record<string, string>,
    submittedNamedStatements: {} as Record<string, string>,
    parse: note('parse'),
    bind: note('bind'),
    describe: note('describe'),
    execute: note('execute'),
    sync: note('sync'),
  }
  const client = Object.assign(new EventEmitter(), {
    connection,
    query(batch: SentBatch) {
      batch._result._types = types
      batch.submit(connection)
      batches.push(batch)
    },
  }) as unknown as pg.PoolClient
  const answer = (batch: SentBatch | undefined, fields: (string | null)[], isDescribed: boolean) => {
    connection.parsedStatements['people'] = text
    if (isDescribed) {
      const columns = ['name', 'born'].map((name, index) => ({ name, dataTypeID: 1 - index }))
      batch?.handleRowDescription({ fields: columns })
    }
    batch?.handleDataRow({ fields })
    batch?.handleCommandComplete({ text: 'SELECT 1' })
    batch?.handleReadyForQuery(connection)
  }
  return { client, sent, batches, answer }
}

const send = (client: pg.PoolClient) => {
  const answer = sendInBatch<unknown>(client, { name: 'people', text, values: [] })
  flushBatch(client)
  return answer
}

test('the columns of a statement are requested once per connection, and its rows are read alike afterwards', async () => {
  const { client, sent, batches, answer } = silentClient()
  const first = send(client)
  answer(batches[0], ['ada', null], true)
  const second = send(client)
  answer(batches[1], ['bo', '1990'], false)
  expect(await first).toEqual({ command: 'SELECT', rowCount: 1, rows: [{ name: 'ADA', born: null }] })
  expect(await second).toEqual({ command: 'SELECT', rowCount: 1, rows: [{ name: 'BO', born: '1990' }] })
  expect(sent).toEqual(['parse', 'bind', 'describe', 'execute', 'sync', 'bind', 'execute', 'sync'])
})

test('a batch without an answer fails after the time limit, and its connection is closed', async () => {
  const { client, sent } = silentClient()
  const failed = send(client).catch((error: unknown) => error)
  vi.advanceTimersByTime(queryMilliseconds - 1)
  expect(sent).not.toContain('destroy')
  vi.advanceTimersByTime(1)
  expect(await failed).toMatchObject({ message: 'Query read timeout' })
  expect(sent).toContain('destroy')
})

test('a batch that was answered closes no connection', async () => {
  const { client, sent, batches, answer } = silentClient()
  const result = send(client)
  answer(batches[0], ['ada', null], true)
  await result
  vi.advanceTimersByTime(queryMilliseconds)
  expect(sent).not.toContain('destroy')
})
