import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isLeftOut } from '@attune/contract/common/fields'
import { features } from '../apps/server/src/features.ts'
import { allDeletionKinds } from '../apps/server/src/features/people/login/account/erased-data.ts'
import {
  exportedFiles,
  textOfExport,
} from '../apps/server/src/features/people/personal-export/personal-export.testing.ts'
import { storeDestinations } from '../apps/server/src/platform/backup/destination/settings.ts'
import { loadBackupKeys } from '../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../apps/server/src/platform/backup/restore/open-backup.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import type { Feature } from '../apps/server/src/platform/feature.ts'
import type { TestApp } from '../apps/server/src/testing/app.ts'
import { canary } from '../apps/server/src/testing/fixtures/fixture.ts'
import type { TestContext } from '../apps/server/src/testing/fixtures/test-context.ts'
import { newJournalEntry } from '../apps/server/src/testing/records/journal.ts'
import { expectedAccess } from '../apps/server/src/testing/samples/expected-access.ts'
import { testedProcedures } from '../apps/server/src/testing/samples/sample-input-registry.ts'
import { createTestPractice, type PolicyViewer, type TestPractice } from '../apps/server/src/testing/samples/viewers.ts'
import { createHome, type DataFolder } from '../tools/backup/folders.testing.ts'
import {
  backUpPracticeTo,
  createDataWithSecrets,
  installPassword,
  servePractice,
} from '../tools/backup/practice.testing.ts'
import { unpack } from '../tools/backup/unpack.ts'
import { findIn, findInFiles, findInTables, type FoundTexts, type Place } from './erasure.scan.ts'
import type { DrillOutcome } from './outcome.ts'

/** The pair whose client deletes the account. */
const erasedPair = '1a'
/** Features whose calls end logins, change the practice or begin exports, so that later calls would be refused. */
const leftOut = /^(login|administration|assistantSetup|legalText|personalExport)\./

type Split = { erased: string[]; kept: string[] }
type Found = Split & {
  accountId: string
  actions: Map<number, number>
  before: FoundTexts
  after: FoundTexts
  inLog: number
  inFiles: number
  inExports: number
}

/**
 * A practice in which seven people do random things through the API. Then one client deletes their account. Afterwards, a text in tables whose
 * comment says that it is erased must be found nowhere, not even after the restore of an earlier backup. A text that is kept may be found only in the
 * tables that the erasure report names.
 */
export async function erasureDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const home = createHome()
  const target = join(home, 'target')
  try {
    const data = createDataWithSecrets(home)
    const found = await eraseInPractice(data, { target, actions: short ? 500 : 10_000, say })
    say('looking at the files of the database')
    const raw = await findRaw(data, found)
    say('restoring the backup from before')
    const restored = await findRestored(home, { target, data, accountId: found.accountId })
    return judge(found, raw, restored)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

type Order = { target: string; actions: number; say: (line: string) => void }

async function eraseInPractice(data: DataFolder, { target, actions, say }: Order): Promise<Found> {
  return serve(data, target, async (app, port) => {
    const practice = await createTestPractice(app)
    const client = practice.viewers.find(({ name }) => name === `C${erasedPair}`)?.person
    if (!client) throw new Error('no client')
    await practice.contextOf({ name: `C${erasedPair}`, person: client, own: erasedPair, sibling: '1b', other: '2a' })
    for (let n = 0; n < 20; n++) await client.api.journal.save(newJournalEntry(canary(erasedPair, `page${n}`)))
    say('acting')
    const statuses = await act(practice, actions)
    await settle(app)
    const before = await findInTables(app.databaseUrl, erasedPair, client.accountId)
    const { erased, kept } = split(before)
    say(`${erased.length} texts to erase, ${kept.length} to keep`)
    await backUpPracticeTo(target, data, port)
    storeDestinations(data.secretsDir, [{ kind: 'folder', folder: target }])
    await client.api.login.deleteAccount({ password: client.password })
    await settle(app)
    const exports = await exportsOfOthers(app, practice)
    return {
      accountId: client.accountId,
      erased,
      kept,
      actions: statuses,
      before,
      after: await findInTables(app.databaseUrl, erasedPair, client.accountId),
      inLog: findIn(app.logged.join('\n'), [...erased, ...kept]).length,
      inFiles: countInFolders(data, erased),
      inExports: findIn(exports, erased).length,
    }
  })
}

/** Serves the practice with its jobs. The server may write backups to `target`. */
const serve = <T>(data: DataFolder, target: string, work: (app: TestApp, port: number) => Promise<T>): Promise<T> =>
  servePractice(data, work, { worker: true, config: { backupFolders: [target] } })

/** The number of sets of fixtures for each person. Many calls are possible only once per set. */
const contextsOfEach = 3

/** Makes random permitted calls, and returns the number of answers by status. */
async function act(practice: TestPractice, actions: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const procedures = testedProcedures.filter(({ name }) => !leftOut.test(name))
  const people: { viewer: PolicyViewer; context: TestContext; allowed: typeof procedures }[] = []
  for (const viewer of practice.viewers.filter(({ person }) => person !== null)) {
    const allowed = procedures.filter(({ policy }) => expectedAccess(policy, viewer, 'own', true) === 'allowed')
    for (let n = 0; n < contextsOfEach; n++)
      people.push({ viewer, context: await practice.freshContextOf(viewer), allowed })
  }
  for (let n = 0; n < actions; n++) {
    const { viewer, context, allowed } = pick(people)
    const { path, sample } = pick(allowed)
    const answer = await viewer.person?.send(path, await sample.input(context, 'own'))
    await answer?.arrayBuffer()
    if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  return statuses
}

const pick = <T>(from: readonly T[]): T => {
  const one = from[randomInt(from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Waits until no job is due any more, 60 seconds at most. */
async function settle(app: TestApp): Promise<void> {
  const db = new pg.Client(app.databaseUrl)
  await db.connect()
  await db.query('set role attune_owner')
  for (let left = 60; left > 0; left--) {
    const { rows } = await db.query(
      `select from jobs.job_common where state in ('created', 'active') and start_after <= now() limit 1`,
    )
    if (rows.length === 0) break
    await pause(1_000)
  }
  await db.end()
}

const keptTables = new Set(
  allDeletionKinds(Object.values<Feature>(features).map(({ deletion = {} }) => deletion))
    .flatMap(({ kept, keptOfProduct }) => Object.entries({ ...kept, ...keptOfProduct }))
    .flatMap(([table, kind]) => (isLeftOut(kind) ? [] : table)),
)

/**
 * Returns the fate of a text at a place: `kept` in a table that the erasure report names, `of others` if the row belongs to the therapist or to
 * another account, otherwise `erased`.
 */
function fateOf({ table, owner, isOfOther }: Place): 'kept' | 'of others' | 'erased' {
  if (keptTables.has(table)) return 'kept'
  return owner === 'therapist' || isOfOther ? 'of others' : 'erased'
}

/** Divides texts by their fate. A text is erased if all of its places must be erased; it is kept if one of its places is in a table of the report. */
function split(found: FoundTexts): Split {
  const texts = [...found].map(([text, places]) => ({ text, fates: new Set(places.map(fateOf)) }))
  return {
    erased: texts.flatMap(({ text, fates }) => (fates.size === 1 && fates.has('erased') ? text : [])),
    kept: texts.flatMap(({ text, fates }) => (fates.has('kept') ? text : [])),
  }
}

/** Returns all text in the personal exports of everybody else. */
async function exportsOfOthers(app: TestApp, practice: TestPractice): Promise<string> {
  const texts: string[] = []
  for (const { name, person } of practice.viewers)
    if (person && name !== `C${erasedPair}`) texts.push(textOfExport(await exportedFiles(app, person)))
  return texts.join('\n')
}

function countInFolders({ dataDir }: DataFolder, texts: string[]): number {
  const folders = ['files', 'avatars', 'mail', 'exports'].map((name) => join(dataDir, name))
  return folders.reduce((sum, folder) => sum + (existsSync(folder) ? findInFiles(folder, texts).size : 0), 0)
}

/** Rewrites every table, and then counts the texts in the files of the tables: `left` of the erased texts, `control` of the kept ones. */
async function findRaw({ dataDir }: DataFolder, { erased, kept }: Split): Promise<{ left: number; control: number }> {
  const embedded = await startEmbedded({ dataDir, password: installPassword, throwaway: true })
  const db = new pg.Client(embedded.url)
  await db.connect()
  await db.query('set role attune_owner')
  await db.query('vacuum full')
  await db.end()
  await embedded.stop()
  const folder = join(clusterPath(dataDir), 'base')
  return { left: findInFiles(folder, erased).size, control: findInFiles(folder, kept).size }
}

/** Restores the backup on an empty machine with only the words of the backup key, and returns the texts that are in its tables. */
async function findRestored(
  home: string,
  { target, data: before, accountId }: { target: string; data: DataFolder; accountId: string },
): Promise<FoundTexts> {
  const data = createDataWithSecrets(home)
  const { own } = await loadBackupKeys(before.secretsDir)
  const askWords = async () => keyWordsOf(own.identity).join(' ')
  const opened = await openBackup(target, { secretsDir: data.secretsDir, askWords })
  await unpack(data, opened, { replace: false, at: new Date() }, () => {})
  mkdirSync(target, { recursive: true })
  return serve(data, target, (app) => findInTables(app.databaseUrl, erasedPair, accountId))
}

function judge(found: Found, raw: { left: number; control: number }, restored: FoundTexts): DrillOutcome {
  const { erased, kept, actions, before, after } = found
  const remains = (texts: FoundTexts) => erased.filter((text) => texts.has(text)).length
  const elsewhere = (texts: FoundTexts) =>
    kept.filter((text) => texts.get(text)?.some((place) => fateOf(place) === 'erased')).length
  const lost = (texts: FoundTexts) => kept.filter((text) => !texts.has(text)).length
  const wrong =
    remains(after) + remains(restored) + elsewhere(after) + elsewhere(restored) + raw.left + found.inLog + found.inFiles
  const isWhole = erased.length >= 20 && kept.length >= 20 && raw.control > 0 && kept.length > lost(after)
  const tables = new Set([...before.values()].flatMap((places) => places.map(({ table }) => table)))
  return {
    passed: wrong + found.inExports === 0 && isWhole,
    figures: {
      'random actions': [...actions.values()].reduce((sum, count) => sum + count, 0),
      'of those, done': actions.get(200) ?? 0,
      'answers 500': actions.get(500) ?? 0,
      'texts about the client before the erasure, in tables': `${before.size} in ${tables.size}`,
      'texts that the report calls erased (≥ 20)': erased.length,
      'of those, found in a table of any schema, with queue and change feed (0)': remains(after),
      'of those, found in the files of the tables after they were rewritten (0)': raw.left,
      'of those, found in uploaded files, emails and waiting exports (0)': found.inFiles,
      "of those, found in other people's exports (0)": found.inExports,
      'of those, found after a restore of the backup from before (0)': remains(restored),
      'texts that the report calls kept (≥ 20)': kept.length,
      'of those, found where the report says that it was erased (0)': elsewhere(after) + elsewhere(restored),
      'of those, gone with what was erased': lost(after),
      'control: kept texts in the files of the tables': raw.control,
      'texts in the log of the server (0)': found.inLog,
    },
  }
}
