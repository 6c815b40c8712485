import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { personalExportDays } from '@attune/contract/features/people/personal-export/personal-export.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { jpegPicture } from '../../../testing/files/uploads.ts'
import type { Person } from '../../../testing/people.ts'
import { createSharedEntry, newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { dataEntries } from '../../../platform/backup/archive.ts'
import { exportsFolder } from '../../../platform/data-folder/exports-folder.ts'
import { runCleanupsInOrder } from '../../../platform/jobs/cleanup.ts'
import { makeExport } from './make-export.ts'
import { personalExportCleanups } from './personal-export.jobs.ts'
import { findOwnExport, insertExport } from './personal-export.queries.ts'
import { exportedFiles, fetchExport, storedOf as filesOf, uploadChecked } from './personal-export.testing.ts'

const app = await startSharedApp({ worker: false })
const nora = await app.person('therapist')

const latestOf = async (person: Person) => (await person.api.personalExport.find({})).latest
const get = (url: string, person: Person | null) => fetchExport(app, url, person)
const exported = (person: Person) => exportedFiles(app, person)
/** Adds the row of an export without the job that makes it, and returns its id. */
const begin = ({ accountId }: Person) =>
  app.db.asActor({ role: 'client', id: accountId }, async (tx) => {
    const { id } = await insertExport(tx, null, app.clock.now())
    return id
  })
const storedOf = (accountId: string) => filesOf(app, { accountId })

test('a client exports the journal with its pictures as pages, as JSON with a schema, and as files @slow', async () => {
  const ana = await app.person('client', 1)
  await connectClient(app, nora, ana)
  const photo = await uploadChecked(app, ana, { name: '../../Küche.jpg', kind: 'image', bytes: await jpegPicture() })
  const content = {
    type: 'doc' as const,
    content: [
      ...richTextFromPlain('Look <script>alert(1)</script>').content,
      { type: 'image' as const, attrs: { fileId: photo, alt: 'The table' } },
    ],
  }
  await createSharedEntry(ana, nora, '', { content, title: 'A <b>quiet</b> evening', files: [photo] })

  const files = await exported(ana)
  const page = String(files.get('journal.html'))
  const picture = [...files.keys()].find((name) => name.endsWith('Küche.jpg')) ?? ''
  expect(picture).toMatch(/^Journal\/\d{4}-\d\d-\d\d Küche\.jpg$/)
  expect(files.get(picture)?.length).toBeGreaterThan(0)
  expect(page).toContain(`src="${encodeURI(picture)}"`)
  expect(page).toContain('A &lt;b&gt;quiet&lt;/b&gt; evening')
  expect(page).not.toContain('<script>')
  const [entry] = JSON.parse(String(files.get('data/journal.json'))) as { title: string }[]
  expect(entry?.title).toBe('A <b>quiet</b> evening')
  const schema = files.get('data/journal.schema.json')
  expect(JSON.parse(String(schema))).toMatchObject({ type: 'array' })
  expect(schema?.length).toBeLessThan(100_000)
  expect(String(files.get('search.js'))).toContain('a <b>quiet<\\/b> evening'.replace('\\', ''))
  const index = String(files.get('index.html'))
  expect(index).toContain('href="journal.html"')
  expect(index).toContain(`What ${nora.firstName} ${nora.lastName} wrote about you is not in this file.`)
})

test('nothing of another client is in an export @slow', async () => {
  const [leo, mia] = [await app.person('client', 2), await app.person('client', 3)]
  const canary = `canary ${randomUUID()}`
  await mia.api.journal.save({ ...newJournalEntry(canary), title: canary })
  const files = await exported(leo)
  for (const [name, bytes] of files) expect(String(bytes), name).not.toContain(canary)
})

test('a therapist and an admin export their own data @slow', async () => {
  const admin = await app.person('admin')
  for (const person of [nora, admin]) {
    const files = await exported(person)
    expect(String(files.get('account.html'))).toContain(person.firstName)
    expect([...files.keys()]).not.toContain('journal.html')
  }
})

test('an export on the disk is encrypted, and no backup has it @slow', async () => {
  const eva = await app.person('client', 4)
  const canary = `canary ${randomUUID()}`
  await eva.api.journal.save(newJournalEntry(canary))
  await exported(eva)
  const [stored = ''] = storedOf(eva.accountId)
  const bytes = readFileSync(stored)
  expect(bytes.subarray(0, 2).toString()).not.toBe('PK')
  expect(bytes.includes(canary)).toBe(false)
  expect(dataEntries(app.config)).not.toContain(exportsFolder)
})

test('an export whose bytes were changed does not end as a download @slow', async () => {
  const tom = await app.person('client', 5)
  await exported(tom)
  const [stored = ''] = storedOf(tom.accountId)
  const bytes = readFileSync(stored)
  bytes[40] = (bytes[40] ?? 0) ^ 1
  const named = { accountId: tom.accountId, id: stored.split('/').at(-1) ?? '' }
  await app.exportStore.put(named, Readable.from([bytes]))
  const { url } = await tom.api.personalExport.download({})
  await expect(get(url, tom).then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated')
})

test('an export is refused to everyone but its person @slow', async () => {
  const [own, other] = [await app.person('client', 6), await app.person('client', 7)]
  await exported(own)
  const { url } = await own.api.personalExport.download({})
  expect((await get(url, null)).status).toBe(401)
  expect((await get(url, other)).status).toBe(404)
  await expect(other.api.personalExport.download({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a second export is refused while the first is made', async () => {
  const person = await app.person('client', 8)
  await begin(person)
  await expect(person.api.personalExport.start({})).rejects.toMatchObject({ code: 'MAKING', status: 409 })
})

test('an export that was removed while it is made leaves no file', async () => {
  const person = await app.person('client', 9)
  const id = await begin(person)
  await person.api.personalExport.remove({})
  await makeExport(app, { accountId: person.accountId, id }, true)
  expect(storedOf(person.accountId)).toEqual([])
  expect(await latestOf(person)).toBeNull()
})

test('a deleted export is gone with its file @slow', async () => {
  const person = await app.person('client', 10)
  await exported(person)
  expect(storedOf(person.accountId)).toHaveLength(1)
  await person.api.personalExport.remove({})
  expect(storedOf(person.accountId)).toEqual([])
  await expect(person.api.personalExport.download({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an export that is older than seven days is removed with its file @slow', async () => {
  const person = await app.person('client', 11)
  await exported(person)
  const later = new Date(app.clock.now().getTime() + personalExportDays * 86_400_000)
  const found = await app.db.asActor({ role: 'client', id: person.accountId }, (tx) =>
    findOwnExport(tx, 'personal', later),
  )
  expect(found).toBeNull()
  await runCleanupsInOrder(personalExportCleanups, {
    ...app,
    clock: { now: () => later },
  })
  expect(storedOf(person.accountId)).toEqual([])
})

test('an email says that an export is ready @slow', async () => {
  const person = await app.person('client', 12)
  await exported(person)
  const { rows } = await app.privileged.definer.query<{ kind: string }>(
    'select kind from app.mail where account_id = $1',
    [person.accountId],
  )
  expect(rows).toEqual([{ kind: 'export-ready' }])
})
