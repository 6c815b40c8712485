import { languages } from '@attune/contract/common/text/text'
import { ErasedData, KeptData } from '@attune/contract/features/people/login/login.schemas'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { backupKeysOf, backupTime } from '../../../../platform/backup/destination/layout.ts'
import { readLedgerCopies } from '../../../../platform/backup/destination/ledger-copies.ts'
import { markStore } from '../../../../platform/backup/destination/mark.ts'
import { storeDestinations } from '../../../../platform/backup/destination/settings.ts'
import { loadBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import { hashOfErased } from '../../../../platform/erasures/ledger.ts'
import { FolderStore } from '../../../../platform/object-store/folder-store.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { version } from '../../../../platform/process/version.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { createTestPractice } from '../../../../testing/samples/viewers.ts'
import { erasuresOf } from '../../../practice/administration/backup/restore-ledger.ts'
import { scheduleErasuresToDestinations, sendErasures } from '../../../practice/administration/backup/send-erasures.ts'
import { dataOfDeletion } from '../account/erased-data.ts'

const allowed = mkdtempSync(join(tmpdir(), 'attune-backups-'))
afterAll(() => rmSync(allowed, { recursive: true, force: true }))
const app = await startSharedApp({ worker: false, config: { databaseUrl: null, backupFolders: [allowed] } })
const practice = await createTestPractice(app)
const dayMilliseconds = 24 * 60 * 60_000

const word = (key: string, params?: Record<string, string>) => translate('en', `erasureReport.${key}`, params)
const deleteAccount = async (person: Person) =>
  (await person.api.login.deleteAccount({ password: person.password })).report
/** Reads a report without a login. */
const read = (report: string, language: 'en' | 'de' = 'en') =>
  app.anonymous().api.login.erasureReport({ report, language })
const pdfOf = (report: string) =>
  fetch(`${app.address}/api/erasure-report/pdf?${new URLSearchParams({ report, language: 'en' })}`)
const pdfText = async (report: string) => {
  const answer = await pdfOf(report)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return readPdf(Buffer.from(await answer.arrayBuffer())).pages.join('\n')
}
/** Returns the section with a heading. */
const section = async (report: string, heading: string) =>
  (await read(report)).sections.find((each) => each.heading === word(heading))
const allText = async (report: string) => JSON.stringify(await read(report))
/** A text without its spaces, because a line of a PDF can end anywhere between words. */
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')

async function storeBackup(folder: string, at: Date): Promise<void> {
  const store = new FolderStore(folder)
  const objects = backupKeysOf(backupTime(at))
  const header = { product: 'attune', format: 2, version, postgres: '18', at: at.toISOString(), size: 5_000, keys: [] }
  await store.put(objects.archive, Readable.from([Buffer.alloc(300)]))
  await store.put(objects.header, Readable.from([Buffer.from(JSON.stringify(header))]))
}

/** Returns the hashes in the copies of the list of erasures in a folder. */
async function readHashes(folder: string): Promise<string[]> {
  const { own } = await loadBackupKeys(app.config.secretsDir)
  const copies = await readLedgerCopies(new FolderStore(folder), own.identity)
  return copies.flatMap((copy) => [...(erasuresOf(copy)?.erased.keys() ?? [])])
}

test('the report of a client lists what the tables keep, on the page and in the PDF, and nothing of what was erased @slow', async () => {
  const viewer = practice.viewers.find(({ name }) => name === 'C1a')
  if (!viewer?.person) throw new Error('no client')
  await practice.contextOf(viewer)
  const preview = await viewer.person.api.login.deletionPreview({})
  const report = await deleteAccount(viewer.person)
  const { title, sections } = await read(report)
  expect(title).toBe(word('title'))
  const items = sections.flatMap((each) => each.items)
  const { kept } = dataOfDeletion('client', app.deletionKinds)
  for (const kind of [...kept, ...preview.erased]) expect(items).toContain(word(`data.${kind}`))
  expect(preview.kept).toEqual(kept)
  expect((await section(report, 'record.heading.client'))?.items).toContain(word('data.conversations'))
  const pdf = squeezed(await pdfText(report))
  for (const item of items) expect(pdf).toContain(squeezed(item))
  for (const text of [await allText(report), pdf]) {
    expect(text).not.toMatch(/canary/i)
    expect(text).not.toContain(viewer.person.email)
    expect(text).not.toContain(viewer.person.accountId)
  }
})

test('the report of a therapist names the records and the profile that stay, and that of an admin no record @slow', async () => {
  const therapist = await deleteAccount(await app.person('therapist', 21))
  const admin = await deleteAccount(await app.person('admin', 21))
  expect((await section(therapist, 'record.heading.therapist'))?.items).toContain(word('data.notes'))
  expect((await section(therapist, 'practice.heading'))?.items).toContain(word('data.profile-details'))
  expect((await read(admin)).sections.map(({ heading }) => heading)).toEqual(
    ['erased', 'practice', 'backups', 'about'].map((part) => word(`${part}.heading`)),
  )
})

test('each kind of data has a text in each language', async () => {
  const report = await deleteAccount(await app.person('client', 22))
  for (const language of languages)
    for (const kind of [...ErasedData.options, ...KeptData.options])
      expect(translate(language, `erasureReport.data.${kind}`)).not.toBe('')
  expect((await read(report, 'de')).title).toBe('Löschbericht')
})

test('a report opens for 30 days, and neither a changed text nor one of another server does @slow', async () => {
  const report = await deleteAccount(await app.person('client', 23))
  const [content = '', seal = ''] = report.split('.')
  const changed = Buffer.from(JSON.stringify(['admin', 1, null])).toString('base64url')
  for (const other of [`${changed}.${seal}`, `${content}.${'A'.repeat(43)}`, `${report}.x`, content, '.', ''])
    await expect(read(other)).rejects.toMatchObject({ code: 'INVALID_LINK' })
  expect((await pdfOf(`${changed}.${seal}`)).status).toBe(410)
  app.clock.advance(29 * dayMilliseconds)
  expect((await read(report)).sections).toHaveLength(6)
  app.clock.advance(2 * dayMilliseconds)
  await expect(read(report)).rejects.toMatchObject({ code: 'INVALID_LINK' })
  expect((await pdfOf(report)).status).toBe(410)
})

test('the report counts the backups from before the deletion, without the names of their places @slow', async () => {
  const report = await deleteAccount(await app.person('client', 24))
  expect((await section(report, 'backups.heading'))?.text).toContain(word('backups.none'))
  const folder = join(allowed, 'secret-name')
  mkdirSync(folder)
  const { id } = await loadBackupKeys(app.config.secretsDir)
  await markStore(new FolderStore(folder), folder, id)
  storeDestinations(app.config.secretsDir, [{ kind: 'folder', folder }])
  const now = app.clock.now().getTime()
  await storeBackup(folder, new Date(now - dayMilliseconds))
  await storeBackup(folder, new Date(now - 2 * dayMilliseconds))
  await storeBackup(folder, new Date(now + dayMilliseconds))
  const held = await section(report, 'backups.heading')
  expect(held?.items).toEqual([expect.stringMatching(/^Backup folder: 2 with your data, the last one until /)])
  expect(await allText(report)).not.toContain('secret-name')

  expect(held?.text).toContain(word('backups.waiting', { places: word('backups.place.folder') }))
  await sendErasures(app, app.clock.now())
  expect((await section(report, 'backups.heading'))?.text).toContain(word('backups.listed'))

  rmSync(folder, { recursive: true })
  const lost = await section(report, 'backups.heading')
  expect(lost?.items).toEqual([expect.stringMatching(/^Backup folder: can't be read at the moment/)])
  storeDestinations(app.config.secretsDir, [])
})

test('a deletion sends the list of erasures to every destination, and the report waits for one that is away until a later copy @slow', async () => {
  const { id } = await loadBackupKeys(app.config.secretsDir)
  const [near, away, moved] = ['near', 'away', 'moved'].map((name) => join(allowed, name))
  if (!near || !away || !moved) throw new Error('no folders')
  for (const folder of [near, away]) {
    mkdirSync(folder)
    await markStore(new FolderStore(folder), folder, id)
    await storeBackup(folder, new Date(app.clock.now().getTime() - dayMilliseconds))
  }
  storeDestinations(app.config.secretsDir, [
    { kind: 'folder', folder: near },
    { kind: 'folder', folder: away },
  ])
  renameSync(away, moved)
  const person = await app.person('client', 25)
  const report = await deleteAccount(person)
  const waiting = word('backups.waiting', { places: `${word('backups.place.folder')} 2` })
  expect((await section(report, 'backups.heading'))?.text).toContain(waiting)

  renameSync(moved, away)
  expect((await section(report, 'backups.heading'))?.text).toContain(waiting)
  app.clock.advance(2_000)
  const interval = vi.spyOn(globalThis, 'setInterval')
  const stop = scheduleErasuresToDestinations(app)
  const [copy] = interval.mock.lastCall ?? []
  interval.mockRestore()
  copy?.()
  const hash = hashOfErased(app.secrets, { kind: 'account', id: person.accountId })
  await expect.poll(() => readHashes(away)).toContain(hash)
  expect(await readHashes(near)).toContain(hash)
  stop()
  expect((await section(report, 'backups.heading'))?.text).toContain(word('backups.listed'))
  storeDestinations(app.config.secretsDir, [])
})
