import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { runCleanups } from '../../../jobs.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import {
  createUpload,
  waitForCheckedFile,
  pdfOfSize,
  jpegPicture,
  sendChunk,
  uploadFile,
  sendTusRequest,
} from '../../../testing/files/uploads.ts'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { storedKinds } from '../../../testing/files/stored-files.ts'
import { checkFile } from './check/check.ts'
import { runFileCleanup } from './file.cleanup.ts'
import { recordPart } from './upload/progress.ts'

const hour = 60 * 60_000
const app = await startSharedApp()
const ana = await app.person('client')

const stateOf = async (id: string) => (await ana.api.file.mine({ ids: [id] })).items[0]?.state
async function part(): Promise<string> {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
  await createUpload(app, ana, file)
  await sendChunk(app, ana, file.id, 0, file.bytes.subarray(0, 3000))
  return file.id
}

test('unattached files and abandoned uploads are deleted within 24 hours @slow', async () => {
  const [left, loose] = await Promise.all([
    part(),
    uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() }),
  ])
  await waitForCheckedFile(ana, loose)
  app.clock.advance(23 * hour)
  await runFileCleanup(app)
  expect([await stateOf(left), await stateOf(loose)]).toEqual(['uploading', 'ready'])
  app.clock.advance(55 * 60_000)
  await runFileCleanup(app)
  expect([await stateOf(left), await stateOf(loose)]).toEqual([undefined, undefined])
  expect([...(await storedKinds(app, left)), ...(await storedKinds(app, loose))]).toEqual([])
  expect((await sendTusRequest(app, ana, 'HEAD', left)).status).toBe(404)
})

test('a deleted file disappears at once and its bytes with the next cleanup, which may run twice @slow', async () => {
  const id = await uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(ana, id)
  await ana.api.file.delete({ id })
  expect(await stateOf(id)).toBeUndefined()
  await Promise.all([runFileCleanup(app), runFileCleanup(app)])
  expect(await storedKinds(app, id)).toEqual([])
  await expect(ana.api.file.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an upload whose completion was lost is completed by the next offset request or the cleanup @slow', async () => {
  for (const asks of [true, false]) {
    const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdfOfSize(5000) }
    await createUpload(app, ana, file)
    await sendChunk(app, ana, file.id, 0, file.bytes.subarray(0, 4999))
    // Simulates a server that is killed after it has recorded the last byte and before it has recorded that the upload
    // is complete.
    const draft = app.fileStore.newDraftPath(file.id)
    await writeFile(draft, file.bytes.subarray(4999))
    const name = await app.fileStore.parts.store(file.id, draft, { offset: 4999, size: 1 })
    await recordPart(app, ana.accountId, file.id, { offset: 4999, name })
    expect(await stateOf(file.id)).toBe('uploading')
    if (asks) expect((await sendTusRequest(app, ana, 'HEAD', file.id)).headers.get('upload-offset')).toBe('5000')
    else {
      app.clock.advance(6 * 60_000)
      await runFileCleanup(app)
    }
    expect(await waitForCheckedFile(ana, file.id)).toMatchObject({ state: 'ready' })
  }
})

test('an attached upload that stays incomplete is refused after 24 hours, one that completes meanwhile keeps its bytes @slow', async () => {
  const [abandoned, completed] = [await part(), await part()]
  await ana.api.journal.save(newJournalEntry('with files', { files: [abandoned, completed] }))
  app.clock.advance(24 * hour)
  // The last bytes arrive after the cleanup has read the parts of the upload.
  const { parts } = app.fileStore
  const { areStored } = parts
  const read = vi.spyOn(parts, 'areStored').mockImplementation(async (id, names) => {
    const found = await areStored(id, names)
    if (id !== completed) return found
    read.mockRestore()
    await sendChunk(app, ana, completed, 3000, pdfOfSize(5000).subarray(3000))
    return found
  })
  await runFileCleanup(app)
  expect([await stateOf(abandoned), await storedKinds(app, abandoned)]).toEqual(['refused', []])
  expect(await waitForCheckedFile(ana, completed)).toMatchObject({ state: 'ready' })
})

test('a check may run twice, concurrently, and after the file was deleted @slow', async () => {
  const quiet = await createTestApp({ worker: false })
  try {
    const leo = await quiet.person('client')
    const job = (fileId: string) => ({ fileId, accountId: leo.accountId })
    const id = await uploadFile(quiet, leo, { name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize(5000) })
    await Promise.all([checkFile(quiet, job(id)), checkFile(quiet, job(id))])
    await checkFile(quiet, job(id))
    expect((await leo.api.file.mine({ ids: [id] })).items[0]).toMatchObject({ state: 'ready', size: 5000 })
    const gone = await uploadFile(quiet, leo, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
    const looking = checkFile(quiet, job(gone))
    await leo.api.file.delete({ id: gone })
    await looking
    await runFileCleanup(quiet)
    expect(await storedKinds(quiet, gone)).toEqual([])
  } finally {
    await quiet.close()
  }
})

test('a failure in one part of the cleanup does not stop the others: erased files are deleted', async () => {
  const unfinished = await part()
  const id = await uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await ana.api.file.delete({ id })
  app.clock.advance(6 * 60_000)
  const stopped = [
    vi.spyOn(app.auth, 'deleteExpired').mockRejectedValue(new Error('away')),
    vi.spyOn(app.fileStore.parts, 'areStored').mockRejectedValue(new Error('away')),
  ]
  try {
    await expect(runCleanups(app)).rejects.toThrow('away')
  } finally {
    for (const spy of stopped) spy.mockRestore()
  }
  expect(await storedKinds(app, id)).toEqual([])
  expect(await stateOf(unfinished)).toBe('uploading')
})

test('deleting an account deletes its files @slow', async () => {
  const mia = await app.person('client', 7)
  const id = await uploadFile(app, mia, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(mia, id)
  await app.privileged.definer.query('select def.erase_account($1)', [mia.accountId])
  await runFileCleanup(app)
  expect(await storedKinds(app, id)).toEqual([])
})

test('admins are notified once when the disk runs low, also by email, and once when there is space, with hysteresis @slow', async () => {
  let free = 0.5
  const tight = await createTestApp({ worker: false, isDiskFull: async (share = 0.1) => free < share })
  try {
    const [admin, ana] = await Promise.all([tight.person('admin'), tight.person('client')])
    const kinds = async () => (await admin.api.notification.list({})).items.map(({ kind }) => kind).toReversed()
    const sweep = async (share: number) => {
      free = share
      await Promise.all([runFileCleanup(tight), runFileCleanup(tight)])
      return kinds()
    }
    expect(await sweep(0.5)).toEqual([])
    expect(await sweep(0.09)).toEqual(['disk-low'])
    expect(await sweep(0.08)).toEqual(['disk-low'])
    expect(await sweep(0.11)).toEqual(['disk-low'])
    expect(await sweep(0.12)).toEqual(['disk-low', 'disk-roomy'])
    expect(await sweep(0.09)).toEqual(['disk-low', 'disk-roomy', 'disk-low'])
    expect((await ana.api.notification.list({})).items).toEqual([])
    const mails = "select count(*)::int as count from app.mail where kind like 'disk%'"
    expect(await queryAsRole('backup', tight.databaseUrl, mails)).toEqual([{ count: 2 }])
    await admin.api.account.saveNotificationSettings({ quiet: null, mail: { 'disk-low': false } })
  } finally {
    await tight.close()
  }
})
