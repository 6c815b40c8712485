import pg from 'pg'
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config/config.ts'
import { openLog } from '../apps/server/src/platform/log.ts'
import { hashLoginToken } from '../apps/server/src/platform/auth/login/tokens.ts'
import { headersOf, ids, token, type BenchPractice } from './practice.ts'
import { type RequestKind, requestOf, requestStart } from './requests.ts'

/** A statement of the product, with placeholders for the values that depend on the person or the time. */
export type RecordedStatement = { pool: 'login' | 'auth'; text: string; values: RecordedValue[] }
export type RecordedValue = { hole: Placeholder; shiftMs?: number } | { fixed: unknown } | { list: RecordedValue[] }
export type Placeholder = 'token' | 'therapist' | 'record' | 'account' | 'session' | 'mail' | 'reminder' | 'startsAt'

/**
 * Sends requests of the given kinds to a server in this process and records every SQL statement that each kind causes.
 */
export async function recordStatements(
  practice: BenchPractice,
  kinds: readonly RequestKind[],
): Promise<Record<RequestKind, RecordedStatement[]>> {
  const config = {
    ...readConfig({ PORT: '0', ATTUNE_DATA: practice.dataDir }, practice.dataDir),
    databaseUrl: practice.url,
  }
  const app = await createApp(config, practice.secrets, practice.url, {
    log: openLog('error'),
    migrated: true,
    worker: false,
  })
  const heard: { user: string; text: string; values: unknown[] }[] = []
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const sent = typeof first === 'string' ? { text: first, values: second } : (first as pg.QueryConfig)
    const statements = (first as { statements?: pg.QueryConfig[] }).statements ?? [sent]
    for (const { text, values } of statements) {
      heard.push({ user: this.user ?? '', text, values: Array.isArray(values) ? values : [] })
    }
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    const statements = {} as Record<RequestKind, RecordedStatement[]>
    for (const kind of kinds) {
      // The first request updates the time of the login's last use and is not recorded. The second request causes the same statements as all later
      // ones.
      await ask(app.address, practice, kind, 0)
      heard.length = 0
      const sent = await ask(app.address, practice, kind, 1)
      const mails = new Set(
        [...JSON.stringify(heard).matchAll(/mailId\W+([0-9a-f-]{36})/g)].map(([, id]) => id as string),
      )
      statements[kind] = heard
        .filter(({ user }) => user === 'attune_login' || user === 'attune_auth_app')
        .map(({ user, text, values }) => ({
          pool: user === 'attune_login' ? 'login' : 'auth',
          text,
          values: values.map((value) => holed(value, kind, sent, mails)),
        }))
    }
    return statements
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    await app.close()
  }
}

async function ask(address: string, practice: BenchPractice, kind: RequestKind, slot: number): Promise<string> {
  const { path, who, body } = requestOf(kind, 0, slot)
  // Without the page's key, the server cannot recall the login and reads it with a separate statement, so that the statement is recorded too.
  const { 'x-attune-page': _, ...headers } = headersOf(practice, address, who, 0)
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return body
}

/** Replaces a value that depends on the person or the time by a placeholder. Other values are the same in every request. */
function holed(value: unknown, kind: RequestKind, sent: string, mails: ReadonlySet<string>): RecordedValue {
  if (Array.isArray(value)) return { list: value.map((each) => holed(each, kind, sent, mails)) }
  const text = value instanceof Date ? value.toISOString() : String(value)
  const body = JSON.parse(sent) as { id?: string }
  // The id of an insert's email is replaced by the id of its session.
  if (text === body.id || mails.has(text)) return { hole: 'session' }
  if (text === hashLoginToken(token('therapist', 0)) || text === hashLoginToken(token('client', 0)))
    return { hole: 'token' }
  if (text === ids.therapist(0)) return { hole: 'therapist' }
  if (text === ids.record(0)) return { hole: 'record' }
  if (text === ids.account(0)) return { hole: 'account' }
  const shiftMs = Date.parse(text) - Date.parse(requestStart(1))
  if (kind === 'insert' && /^20\d\d-/.test(text) && Math.abs(shiftMs) < 86_400_001) return { hole: 'startsAt', shiftMs }
  if (text.startsWith('{"mailId"')) return { hole: 'mail' }
  if (text.startsWith('{"sessionId"')) return { hole: 'reminder' }
  return { fixed: value instanceof Date ? text : value }
}
