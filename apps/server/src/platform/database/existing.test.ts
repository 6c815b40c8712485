import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase, createDatabase } from '../../testing/database/database.ts'
import { requireDatabaseOfPractice } from './existing.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-existing-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const config = (databaseUrl: string | null = null) => {
  const dataDir = join(home, 'data')
  return { databaseUrl, dataDir, secretsDir: join(dataDir, 'secrets') }
}

test('secrets of a practice without a database are refused, unless --new-practice is given', async () => {
  const refusal = requireDatabaseOfPractice(config(), true, 'npm start', [])
  await expect(refusal).rejects.toThrow(
    `The secrets in ${home}/data/secrets belong to a practice, but there is no database in ${home}/data. To fix this, restore a backup ` +
      'with npm run restore -- FILE, set DATABASE_URL again if the practice uses your own Postgres, or start a new, empty practice with ' +
      'npm start -- --new-practice.',
  )
  await requireDatabaseOfPractice(config(), true, 'npm start', ['--new-practice'])
  await requireDatabaseOfPractice(config(), false, 'npm start', [])
})

test('the refusal names the folders of earlier data', async () => {
  mkdirSync(join(home, 'data.replaced-2026'))
  await expect(requireDatabaseOfPractice(config(), true, 'npm start', [])).rejects.toThrow(
    `(earlier data is in ${home}/data.replaced-2026)`,
  )
})

test('secrets of a practice with a database are accepted', async () => {
  mkdirSync(join(home, 'data', 'postgres'), { recursive: true })
  writeFileSync(join(home, 'data', 'postgres', 'PG_VERSION'), '18')
  await expect(requireDatabaseOfPractice(config(), true, 'npm start', [])).resolves.toBeUndefined()
})

test('secrets of a practice are refused with an empty external Postgres, and accepted with a migrated one', async () => {
  const migrated = await cloneDatabase(inject('adminUrl'))
  const empty = await createDatabase(inject('adminUrl'))
  try {
    await requireDatabaseOfPractice(config(migrated.url), true, 'npm start', [])
    await expect(requireDatabaseOfPractice(config(empty.url), true, 'npm start', [])).rejects.toThrow(
      'the database in DATABASE_URL is empty',
    )
  } finally {
    await empty.drop()
    await migrated.drop()
  }
})
