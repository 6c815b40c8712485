import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUrlFor } from '../apps/server/src/platform/database/pools.ts'
import { measuredCount, tokenHashSql, type BenchPractice } from './practice.ts'
import type { RecordedStatement, RecordedValue } from './record.ts'
import type { RequestKind } from './requests.ts'

/** Returns the path of pgbench, which is part of Debian's package postgresql. Returns null if it is not installed. */
export function findPgbench(): string | null {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench'
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).sort().reverse() : []
  return versions.map((version) => join(folder, version, 'bin', 'pgbench')).find(existsSync) ?? null
}

export type PgbenchLimit = (kind: RequestKind, seconds: number, firstSlot: number) => number

/**
 * Returns a function that measures the limit: the requests per second that pgbench reaches with the product's own
 * statements. The statements are prepared and sent in one pipeline, inside the transaction with row security. Each
 * person has one connection, which also reads the login. Therefore the database role of the product's connection pool
 * gets more rights in this temporary database.
 */
export async function openPgbenchLimit(
  practice: BenchPractice,
  statements: Record<RequestKind, RecordedStatement[]>,
  pgbench: string,
): Promise<PgbenchLimit> {
  const db = new pg.Client(practice.url)
  await db.connect()
  await db.query(`begin; set local role attune_owner;
    grant usage on schema app, auth, jobs to attune_login; grant select on all tables in schema auth to attune_login;
    set local role attune_app_definer; grant usage on schema def to attune_login; grant execute on function def.role_of(uuid), def.login_is_over(uuid, timestamptz) to attune_login; commit`)
  await db.end()

  const address = new URL(databaseUrlFor(practice.url, 'attune_login', practice.secrets))
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) }
  const to = ['-h', address.hostname, '-p', address.port, '-U', address.username, address.pathname.slice(1)]
  const files = new Map(
    (Object.keys(statements) as RequestKind[]).map((kind) => {
      const file = join(practice.dataDir, `${kind}.pgbench`)
      writeFileSync(file, script(statements[kind], kind === 'latestOfClient' ? 'client' : 'therapist'))
      return [kind, file]
    }),
  )
  return (kind, seconds, firstSlot) => {
    const args = [
      '-n',
      '-c',
      String(measuredCount),
      '-j',
      '1',
      '-T',
      String(seconds),
      '-M',
      'prepared',
      '-D',
      'n=0',
      '-D',
      `slot=${firstSlot}`,
    ]
    const { status, stdout, stderr } = spawnSync(pgbench, [...args, '-f', files.get(kind) ?? '', ...to], {
      env,
      encoding: 'utf8',
    })
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (status !== 0 || /aborted|ERROR/.test(stderr) || Number.isNaN(perSecond))
      throw new Error(`pgbench: ${stderr.slice(0, 2_000)}${stdout.slice(0, 500)}`)
    return perSecond
  }
}

function script(statements: RecordedStatement[], who: 'therapist' | 'client'): string {
  const sent = statements.map(({ text, values }) => `${put(text, values, who).replace(/\s+/g, ' ').trim()};`)
  return ['\\set n :n + 1', '\\set at :slot + :n', '\\startpipeline', ...sent, '\\endpipeline', ''].join('\n')
}

function put(text: string, values: RecordedValue[], who: 'therapist' | 'client'): string {
  const asText = text.includes('set_config')
  return text.replace(/\$(\d+)(::\w+\[\])?/g, (_, number: string, cast: string | undefined) => {
    const value = values[Number(number) - 1]
    return value ? inSql(value, who, asText) + (cast ?? '') : ''
  })
}

const counted = (kind: string) => `'00000000-0000-4000-8000-${kind}' || lpad(:client_id::text, 11, '0')`
const session = `'00000000-0000-4000-9000-' || lpad(:client_id::text, 1, '0') || lpad(:at::text, 11, '0')`

function inSql(value: RecordedValue, who: 'therapist' | 'client', asText: boolean): string {
  if ('fixed' in value) return literal(value.fixed)
  if ('list' in value) return `array[${value.list.map((each) => inSql(each, who, asText)).join(', ')}]`
  const uuid = (text: string) => (asText ? `(${text})` : `(${text})::uuid`)
  switch (value.hole) {
    case 'token':
      return tokenHashSql(`('bench-${who}-' || lpad(:client_id::text, 11, '0'))`)
    case 'therapist':
      return uuid(counted('1'))
    case 'account':
      return uuid(counted('3'))
    case 'record':
      return uuid(counted('2'))
    case 'session':
      return uuid(session)
    case 'mail':
      return `jsonb_build_object('mailId', ${session})::text`
    case 'reminder':
      return `jsonb_build_object('sessionId', ${session}, 'therapistId', ${counted('1')}, 'sequence', 0)::text`
    case 'startsAt':
      return `(timestamptz '2030-01-01Z' + :at::int * interval '1 hour' + interval '${(value.shiftMs ?? 0) / 1000} s')`
  }
}

/** Returns a SQL literal. Escapes colons, because pgbench would read them as variables. */
function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value)
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}
