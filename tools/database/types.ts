import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const codegen = fileURLToPath(new URL('../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))
/**
 * The TypeScript types of Postgres types. Instants are read as ISO 8601 strings and can be written as dates. Counts are
 * numbers, transaction ids are strings.
 */
const mapping = {
  timestamptz: 'ColumnType<string, Date | string, Date | string>',
  int8: 'number',
  xid8: 'string',
}

/** The types of the columns that refer to a row of one kind, by the name of the column. */
const idTypes = {
  account_id: 'AccountId',
  client_id: 'ClientId',
  session_id: 'SessionId',
  therapist_id: 'TherapistId',
} as const
/** The tables and views whose own `id` has one of these types. */
const idsOfTables = {
  Client: 'ClientId',
  ClientLabel: 'ClientId',
  ClientName: 'ClientId',
  ClientState: 'ClientId',
  Session: 'SessionId',
} as const

/** Gives the ids in generated types their kinds. */
function withKindsOfIds(source: string): string {
  const columns = new RegExp(String.raw`^  (${Object.keys(idTypes).join('|')}): string\b`, 'gm')
  const tables = new RegExp(
    String.raw`^(export interface (${Object.keys(idsOfTables).join('|')}) \{[^}]*\n  id: )string;`,
    'gm',
  )
  const kinds = source
    .replaceAll(columns, (_, column: keyof typeof idTypes) => `  ${column}: ${idTypes[column]}`)
    .replaceAll(tables, (_, start: string, table: keyof typeof idsOfTables) => `${start}${idsOfTables[table]};`)
  const names = Object.values(idTypes).join(', ')
  return kinds.replace('import type', `import type { ${names} } from "@attune/contract/common/ids";\nimport type`)
}

const names = { first_name: 'string', last_name: 'string', name: 'string' }
/**
 * The columns of views that are never null. Postgres does not say so of a view. Without an entry, the type of a column includes null.
 */
const neverNull = {
  person: { account_id: 'string', ...names, language: 'string', zone: 'string' },
  client_name: { id: 'string', therapist_id: 'string', ...names },
  client_label: { id: 'string', therapist_id: 'string', ...names, code: 'string' },
  client_state: { id: 'string', therapist_id: 'string', ...names, status: 'string', language: 'string' },
  contact_email: { id: 'string', therapist_id: 'string', client_id: 'string', is_guardian: 'boolean' },
  therapist_credentials: { account_id: 'string', credentials: 'string' },
}
const overrides = {
  columns: Object.fromEntries(
    Object.entries(neverNull).flatMap(([view, columns]) =>
      Object.entries(columns).map(([column, type]) => [`${view}.${column}`, type]),
    ),
  ),
}

/** Returns the source of a file with the TypeScript types of schema `app` for Kysely. */
export function typesOf(installerUrl: string): string {
  const url = new URL(installerUrl)
  // The owner of the tables sees all columns.
  url.searchParams.set('options', '-c role=attune_owner')
  const folder = mkdtempSync(join(tmpdir(), 'attune-types-'))
  const file = join(folder, 'types.ts')
  const shape = ['--dialect', 'postgres', '--default-schema', 'app', '--include-pattern', 'app.*']
  const dates = ['--date-parser', 'string', '--type-mapping', JSON.stringify(mapping)]
  const ids = ['--overrides', JSON.stringify(overrides)]
  try {
    execFileSync(process.execPath, [codegen, ...shape, ...dates, ...ids, '--out-file', file, '--url', url.href], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return withKindsOfIds(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
