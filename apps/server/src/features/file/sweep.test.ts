import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweepAll } from '../../house.ts'
import { readAs } from '../../testing/database.ts'
import { begin, judged, pdf, picture, push, send, tus } from '../../testing/files.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { checkFile } from './check.ts'
import { sweepFiles } from './sweep.ts'
import { finishUpload } from './upload.finish.ts'

const hour = 60 * 60_000
let house: TestHouse
let ana: Person
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.person('client')
})
afterAll(() => house.close())

const stateOf = async (id: string) => (await ana.api.file.mine({ ids: [id] })).items[0]?.state
const anyBytes = (id: string) =>
  [house.bytes.part(id), house.bytes.whole(id), house.bytes.thumbnail(id)].filter((path) => existsSync(path))
async function part(): Promise<string> {
  const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdf(5000) }
  await begin(house, ana, file)
  await push(house, ana, file.id, 0, file.bytes.subarray(0, 3000))
  return file.id
}

test('unattached files and abandoned uploads are deleted within 24 hours [5.07]', async () => {
  const [left, loose] = await Promise.all([
    part(),
    send(house, ana, { name: 'a.jpg', kind: 'image', bytes: await picture() }),
  ])
  await judged(ana, loose)
  house.clock.advance(23 * hour)
  await sweepFiles(house)
  expect([await stateOf(left), await stateOf(loose)]).toEqual(['uploading', 'ready'])
  house.clock.advance(55 * 60_000)
  await sweepFiles(house)
  expect([await stateOf(left), await stateOf(loose)]).toEqual([undefined, undefined])
  expect([...anyBytes(left), ...anyBytes(loose)]).toEqual([])
  expect((await tus(house, ana, 'HEAD', left)).status).toBe(404)
})

test('a deleted file disappears at once and its bytes with the next cleanup, which may run twice', async () => {
  const id = await send(house, ana, { name: 'a.jpg', kind: 'image', bytes: await picture() })
  await judged(ana, id)
  await ana.api.file.drop({ id })
  expect(await stateOf(id)).toBeUndefined()
  await Promise.all([sweepFiles(house), sweepFiles(house)])
  expect(anyBytes(id)).toEqual([])
  await expect(ana.api.file.drop({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an upload whose completion was lost is completed by the next offset request or the cleanup', async () => {
  for (const asks of [true, false]) {
    const file = { id: randomUUID(), name: 'a.pdf', kind: 'pdf' as const, bytes: pdf(5000) }
    await begin(house, ana, file)
    await push(house, ana, file.id, 0, file.bytes.subarray(0, 4999))
    // As after a server is killed between the last byte and recording it.
    await appendFile(house.bytes.part(file.id), file.bytes.subarray(4999))
    expect(await stateOf(file.id)).toBe('uploading')
    if (asks) expect((await tus(house, ana, 'HEAD', file.id)).headers.get('upload-offset')).toBe('5000')
    else {
      house.clock.advance(6 * 60_000)
      await sweepFiles(house)
    }
    expect(await judged(ana, file.id)).toMatchObject({ state: 'ready' })
  }
})

test('a check may run twice, concurrently, and after the file was deleted', async () => {
  const quiet = await openTestHouse({ worker: false })
  try {
    const leo = await quiet.person('client')
    const job = (fileId: string) => ({ fileId, accountId: leo.accountId })
    const id = await send(quiet, leo, { name: 'a.pdf', kind: 'pdf', bytes: pdf(5000) })
    await finishUpload(quiet, leo.accountId, id)
    await Promise.all([checkFile(quiet, job(id)), checkFile(quiet, job(id))])
    await checkFile(quiet, job(id))
    expect((await leo.api.file.mine({ ids: [id] })).items[0]).toMatchObject({ state: 'ready', size: 5000 })
    const gone = await send(quiet, leo, { name: 'a.jpg', kind: 'image', bytes: await picture() })
    const looking = checkFile(quiet, job(gone))
    await leo.api.file.drop({ id: gone })
    await looking
    await sweepFiles(quiet)
    expect(existsSync(quiet.bytes.whole(gone)) || existsSync(quiet.bytes.part(gone))).toBe(false)
  } finally {
    await quiet.close()
  }
})

test('a failure in one part of the cleanup does not stop the others: erased files are deleted [6.07]', async () => {
  const stopped = [
    vi.spyOn(house.auth, 'prune').mockRejectedValue(new Error('away')),
    vi.spyOn(house.bytes, 'lengthOf').mockRejectedValue(new Error('away')),
  ]
  const unfinished = await part()
  const id = await send(house, ana, { name: 'a.jpg', kind: 'image', bytes: await picture() })
  await ana.api.file.drop({ id })
  house.clock.advance(6 * 60_000)
  try {
    await expect(sweepAll(house)).rejects.toThrow('away')
  } finally {
    for (const spy of stopped) spy.mockRestore()
  }
  expect(anyBytes(id)).toEqual([])
  expect(await stateOf(unfinished)).toBe('uploading')
})

test('deleting an account deletes its files', async () => {
  const mia = await house.person('client', 7)
  const id = await send(house, mia, { name: 'a.jpg', kind: 'image', bytes: await picture() })
  await judged(mia, id)
  await house.hands.definer.query('select def.erase_account($1)', [mia.accountId])
  await sweepFiles(house)
  expect(anyBytes(id)).toEqual([])
})

test('admins are notified once when the disk runs low, also by email, and once when there is space, with hysteresis', async () => {
  let free = 0.5
  const tight = await openTestHouse({ worker: false, isDiskFull: async (share = 0.1) => free < share })
  try {
    const [admin, ana] = await Promise.all([tight.person('admin'), tight.person('client')])
    const kinds = async () => (await admin.api.notification.list({})).items.map(({ kind }) => kind).toReversed()
    const sweep = async (share: number) => {
      free = share
      await Promise.all([sweepFiles(tight), sweepFiles(tight)])
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
    expect(await readAs('backup', tight.databaseUrl, mails)).toEqual([{ count: 2 }])
    await admin.api.account.saveNotificationSettings({ quiet: null, mail: { 'disk-low': false } })
  } finally {
    await tight.close()
  }
})
