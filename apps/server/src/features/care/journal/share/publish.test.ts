import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { createSharedEntry, newJournalEntry } from '../../../../testing/records/journal.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { fetchFile, jpegPicture, pdfOfSize, uploadFile, waitForCheckedFile } from '../../../../testing/files/uploads.ts'

const app = await startSharedApp({ poolSize: 8 })
const [nora, jonas, ana, leo] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('client', 1),
  app.person('client', 2),
])
const record = await connectClient(app, nora, ana)
await connectClient(app, jonas, ana)
const [photo, sheet] = await Promise.all([
  uploadFile(app, ana, { name: 'photo', kind: 'image', bytes: await jpegPicture() }),
  uploadFile(app, ana, { name: 'canary sheet', kind: 'pdf', bytes: pdfOfSize() }),
])
await Promise.all([waitForCheckedFile(ana, photo), waitForCheckedFile(ana, sheet)])

const share = (id: string, ...therapists: Person[]) =>
  ana.api.journal.share({ id, therapistIds: therapists.map(({ accountId }) => accountId), command: randomUUID() })
const revoke = (id: string, therapist: Person) => ana.api.journal.revoke({ id, therapistId: therapist.accountId })
const publish = (id: string, version: number) => ana.api.journal.publish({ id, version })
const read = (id: string, by = nora) => by.api.journal.read({ id })
const gone = { status: 404 }
const rowsOf = (id: string) =>
  queryAsRole<{ table: string }>(
    'backup',
    app.databaseUrl,
    `select 'publication' as table from app.journal_publication where entry_id = '${id}'
     union all select 'share' from app.journal_share where entry_id = '${id}'
     union all select 'reader' from app.file_reader where file_id in ('${photo}', '${sheet}') and reader_id <> account_id`,
  )

test('the therapist sees a version only once the author publishes it [1.07] @slow', async () => {
  const entry = newJournalEntry('first words', { title: 'One', mood: 2, tags: ['sea'] })
  expect((await ana.api.journal.save(entry)).published).toBeNull()
  expect((await share(entry.id, nora)).published).toMatchObject({ isCurrent: true })
  const before = await read(entry.id)
  app.clock.advance(60_000)
  const next = {
    ...entry,
    version: 1,
    title: 'Two',
    content: richTextFromPlain('second words'),
    mood: 5,
    tags: ['land'],
    writtenAt: '2026-11-01T10:00:00.000Z',
  }
  expect((await ana.api.journal.save(next)).published).toMatchObject({ isCurrent: false })
  expect(await read(entry.id)).toEqual(before)
  const { published } = await publish(entry.id, 2)
  expect(published?.isCurrent).toBe(true)
  expect(Date.parse(published?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(before.updatedAt) + 60_000)
  expect(await read(entry.id)).toMatchObject({
    title: 'Two',
    content: next.content,
    excerpt: 'second words',
    mood: 5,
    tags: ['land'],
    writtenAt: next.writtenAt,
  })
  // A newer version with the same content leaves nothing to publish.
  await ana.api.journal.save({ ...next, version: 2, title: 'Three' })
  expect((await ana.api.journal.save({ ...next, version: 3 })).published).toMatchObject({ isCurrent: true })
})

test('every field of a saved entry counts as unpublished until the author publishes it @slow', async () => {
  const entry = newJournalEntry('words', { title: 'One', mood: 2, tags: ['sea'] })
  await ana.api.journal.save(entry)
  await share(entry.id, nora)
  const changes = [
    { title: 'Two' },
    { content: richTextFromPlain('other words') },
    { mood: null },
    { tags: [] },
    { writtenAt: '2026-11-01T10:00:00.000Z' },
    { files: [photo] },
  ]
  let version = 1
  for (const change of changes) {
    const saved = await ana.api.journal.save({ ...entry, ...change, version })
    expect(saved.published, JSON.stringify(change)).toMatchObject({ isCurrent: false })
    version = (await ana.api.journal.save({ ...entry, version: saved.version })).version
  }
  expect((await ana.api.journal.get({ id: entry.id })).published).toMatchObject({ isCurrent: true })
})

test('one version is published for all therapists: who is added later reads it too, and publishing reaches all @slow', async () => {
  const entry = newJournalEntry('for both')
  await ana.api.journal.save(entry)
  await share(entry.id, nora)
  await ana.api.journal.save({ ...entry, version: 1, content: richTextFromPlain('not yet') })
  expect((await share(entry.id, jonas)).published).toMatchObject({ isCurrent: false })
  for (const therapist of [nora, jonas]) expect((await read(entry.id, therapist)).excerpt).toBe('for both')
  await publish(entry.id, 2)
  for (const therapist of [nora, jonas]) expect((await read(entry.id, therapist)).excerpt).toBe('not yet')
  // Revoking the share with one therapist does not affect the version of the other.
  await revoke(entry.id, nora)
  expect((await read(entry.id, jonas)).excerpt).toBe('not yet')
})

test('a file added later is closed to the therapist until it is published, and a removed one stays until then @slow', async () => {
  const entry = newJournalEntry('with files', { files: [photo] })
  await ana.api.journal.save(entry)
  await share(entry.id, nora)
  await ana.api.journal.save({ ...entry, version: 1, files: [sheet] })
  expect((await read(entry.id)).files.map(({ id }) => id)).toEqual([photo])
  expect((await fetchFile(app, nora, photo)).status).toBe(200)
  await expect(nora.api.file.address({ id: sheet, variant: 'whole' })).rejects.toMatchObject(gone)
  // A published file belongs to its entry even if the working copy no longer has it.
  await expect(ana.api.journal.save(newJournalEntry('other', { files: [photo] }))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(ana.api.file.delete({ id: photo })).rejects.toMatchObject({ code: 'CONFLICT' })
  await publish(entry.id, 2)
  expect((await read(entry.id)).files.map(({ id }) => id)).toEqual([sheet])
  expect((await fetchFile(app, nora, sheet)).status).toBe(200)
  await expect(nora.api.file.address({ id: photo, variant: 'whole' })).rejects.toMatchObject(gone)
  await revoke(entry.id, nora)
  expect(await rowsOf(entry.id)).toEqual([])
  await ana.api.journal.save({ ...entry, version: 2, files: [] })
})

test('publishing is refused for a private, a foreign and an unknown entry, and for a version that is not the latest @slow', async () => {
  const entry = newJournalEntry('mine')
  await ana.api.journal.save(entry)
  await expect(publish(entry.id, 1)).rejects.toMatchObject({ code: 'NOT_SHARED', status: 409 })
  await expect(publish(randomUUID(), 1)).rejects.toMatchObject(gone)
  await expect(leo.api.journal.publish({ id: entry.id, version: 1 })).rejects.toMatchObject(gone)
  await share(entry.id, nora)
  const saved = await ana.api.journal.save({ ...entry, version: 1, content: richTextFromPlain('from the telephone') })
  await expect(publish(entry.id, 1)).rejects.toMatchObject({ code: 'CHANGED', data: saved })
  expect((await read(entry.id)).excerpt).toBe('mine')
})

test('a repeated publication changes nothing and does not mark the entry as new again', async () => {
  const id = await createSharedEntry(ana, nora, 'once')
  await ana.api.journal.save(newJournalEntry('twice', { id, version: 1 }))
  await Promise.all([publish(id, 2), publish(id, 2), publish(id, 2)])
  const first = (await ana.api.journal.get({ id })).published
  await read(id)
  app.clock.advance(60_000)
  expect((await publish(id, 2)).published).toEqual(first)
  expect((await nora.api.journal.shared({ newOnly: true })).items.map((item) => item.id)).not.toContain(id)
})

test('sharing again after a revoke publishes what is written then, and an old publication does not return @slow', async () => {
  const id = await createSharedEntry(ana, nora, 'before')
  await revoke(id, nora)
  expect((await ana.api.journal.get({ id })).published).toBeNull()
  await ana.api.journal.save(newJournalEntry('after', { id, version: 1 }))
  await expect(publish(id, 2)).rejects.toMatchObject({ code: 'NOT_SHARED' })
  await share(id, nora)
  expect((await read(id)).excerpt).toBe('after')
})

test('when an entry is published and revoked at once, nothing of it stays readable @slow', async () => {
  const entry = newJournalEntry('both at once', { files: [photo] })
  await ana.api.journal.save(entry)
  let version = 1
  for (let round = 0; round < 8; round++) {
    await share(entry.id, nora)
    const files = round % 2 ? [photo] : [photo, sheet]
    version = (await ana.api.journal.save({ ...entry, files, version })).version
    const [published] = await Promise.allSettled([publish(entry.id, version), revoke(entry.id, nora), read(entry.id)])
    if (published.status === 'rejected') expect(published.reason).toMatchObject({ code: 'NOT_SHARED' })
    await expect(read(entry.id)).rejects.toMatchObject(gone)
    for (const id of [photo, sheet])
      await expect(nora.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject(gone)
    expect(await rowsOf(entry.id)).toEqual([])
  }
  await ana.api.journal.save({ ...entry, files: [], version })
})

test('who reads while an entry is published gets the text and the files of one version @slow', async () => {
  const entry = newJournalEntry('photo', { files: [photo] })
  await ana.api.journal.save(entry)
  await share(entry.id, nora)
  const names = new Map([
    [photo, 'photo'],
    [sheet, 'sheet'],
  ])
  for (let version = 1; version < 7; version++) {
    const file = version % 2 ? sheet : photo
    const content = richTextFromPlain(names.get(file) ?? '')
    await ana.api.journal.save({ ...entry, content, files: [file], version })
    const [, ...seen] = await Promise.all([
      publish(entry.id, version + 1),
      ...Array.from({ length: 6 }, () => read(entry.id)),
    ])
    for (const { excerpt, files } of seen)
      expect(files.map(({ id }) => names.get(id))).toSatisfy(
        // Access to a file may end between the two reads of one call, but the file never belongs to another version.
        (found: string[]) => found.every((name) => name === excerpt),
      )
  }
})

test('unpublished words and file names reach the therapist by no call [1.07, 3.10] @slow', async () => {
  await ana.api.journal.list({})
  const entry = newJournalEntry('published words', { title: 'Published' })
  await ana.api.journal.save(entry)
  await share(entry.id, nora)
  await ana.api.journal.save({
    ...entry,
    version: 1,
    title: 'canary title',
    content: richTextFromPlain('canary text'),
    tags: ['canary tag'],
    files: [sheet],
  })
  const { journal, sessionPrep, client, notification, file } = nora.api
  const answers: unknown[] = []
  for (const call of [
    () => journal.read({ id: entry.id }),
    () => journal.shared({}),
    () => journal.shared({ clientId: record, newOnly: true }),
    () => journal.counts({}),
    () => journal.comments({ clientId: record }),
    () => journal.addComment({ id: randomUUID(), entryId: entry.id, text: 'mine' }),
    () => journal.reply({ id: randomUUID(), entryId: entry.id, text: 'thanks' }),
    () => sessionPrep.get({ clientId: record }),
    () => client.get({ id: record }),
    () => client.timeline({ id: record }),
    () => notification.list({}),
    () => file.mine({ ids: [sheet] }),
    () => nora.api.assistant.sources({ clientId: record }),
  ])
    answers.push(await call())
  for (const call of [
    () => journal.get({ id: entry.id }),
    () => journal.list({ search: 'canary' }),
    () => journal.publish({ id: entry.id, version: 2 }),
    () => file.address({ id: sheet, variant: 'thumbnail' }),
  ])
    answers.push(await call().catch((error: unknown) => JSON.stringify(error)))
  expect(JSON.stringify(answers)).toContain('published words')
  expect(JSON.stringify(answers)).not.toContain('canary')
})
