import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileKindOf, fileProblemOf } from '../file-kinds.ts'
import { formatFileSize } from '../format-file.ts'
import type { UploadSource, TransferEvents } from './transfer.ts'
import type { UploadDeps } from './items.ts'
import { Uploads } from './uploads.ts'

type Sending = { parcel: UploadSource; events: TransferEvents; starts: number; pauses: number }
let sending: Sending[]
let kept: Map<string, StoredFile>
let dropped: string[]
let ids: number
let deps: UploadDeps

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  sending = []
  kept = new Map()
  dropped = []
  ids = 0
  deps = {
    owner: 'ana',
    async openTransfer(parcel, events) {
      const one: Sending = { parcel, events, starts: 0, pauses: 0 }
      sending.push(one)
      return {
        start: () => void one.starts++,
        pause: async () => void one.pauses++,
      }
    },
    fetchFiles: async (named) => named.flatMap((id) => kept.get(id) ?? []),
    deleteFile: async (id) => dropped.push(id),
    shrink: async (file) => new File([new Uint8Array(3000)], file.name, { type: 'image/jpeg' }),
    signIn: async () => {},
    newId: () => `id-${++ids}`,
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const chosen = (name: string, size = 1000, type = 'application/pdf') => ({
  file: new File([new Uint8Array(size)], name, { type, lastModified: 1 }),
})
const keptFile = (id: string, change: Partial<StoredFile> = {}): StoredFile => ({
  id,
  name: 'a.pdf',
  kind: 'pdf',
  type: 'application/pdf',
  size: 1000,
  state: 'ready',
  refusal: null,
  width: null,
  height: null,
  seconds: null,
  hasThumbnail: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...change,
})
const states = (uploads: Uploads) => uploads.items.map(({ state }) => state)
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a file is sent, checked and ready, and its id can be saved from the start of the upload', async () => {
  const uploads = new Uploads(deps)
  expect(await uploads.add([chosen('a.pdf')])).toEqual([])
  await settle()
  expect([states(uploads), uploads.ids]).toEqual([['sending'], []])
  const [one] = sending
  one?.events.onBegun()
  one?.events.onSent(400)
  expect([uploads.ids, uploads.items[0]?.sent]).toEqual([['id-1'], 400])
  one?.events.onDone()
  expect(states(uploads)).toEqual(['checking'])
  kept.set('id-1', keptFile('id-1', { state: 'checking' }))
  await vi.advanceTimersByTimeAsync(500)
  expect(states(uploads)).toEqual(['checking'])
  kept.set('id-1', keptFile('id-1'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(uploads.items[0]).toMatchObject({ state: 'ready', file: { id: 'id-1' } })
})

test('a file that the server refuses shows the reason, and its id is no longer saved', async () => {
  const uploads = new Uploads(deps)
  await uploads.add([chosen('a.pdf')])
  await settle()
  sending[0]?.events.onBegun()
  sending[0]?.events.onDone()
  kept.set('id-1', keptFile('id-1', { state: 'quarantined', refusal: 'infected' }))
  await vi.advanceTimersByTimeAsync(500)
  expect(uploads.items[0]).toMatchObject({ state: 'refused', problem: 'infected' })
  expect(uploads.ids).toEqual([])
})

test('three files are sent at once and the others wait', async () => {
  const uploads = new Uploads(deps)
  await uploads.add(['a', 'b', 'c', 'd'].map((name) => chosen(`${name}.pdf`)))
  await settle()
  expect(states(uploads)).toEqual(['sending', 'sending', 'sending', 'waiting'])
  sending[1]?.events.onDone()
  await settle()
  expect(states(uploads)).toEqual(['sending', 'checking', 'sending', 'sending'])
})

test('an upload can be paused, resumed and cancelled', async () => {
  const uploads = new Uploads(deps)
  await uploads.add([chosen('a.pdf')])
  await settle()
  sending[0]?.events.onBegun()
  expect(uploads.unsent).toBe(true)
  uploads.pause('id-1')
  expect(uploads.unsent).toBe(true)
  expect([states(uploads), sending[0]?.pauses]).toEqual([['paused'], 1])
  uploads.resume('id-1')
  await settle()
  expect([states(uploads), sending[0]?.starts]).toEqual([['sending'], 2])
  uploads.remove('id-1')
  expect([states(uploads), sending[0]?.pauses, dropped]).toEqual([[], 2, ['id-1']])
})

test('after a reload, choosing the same file continues its upload without a stored name', async () => {
  const before = new Uploads(deps)
  await before.add([chosen('diary.pdf')])
  await settle()
  sending[0]?.events.onBegun()
  expect(JSON.stringify({ ...localStorage })).not.toContain('diary')

  const after = new Uploads(deps, [keptFile('id-1', { state: 'uploading', type: null })])
  expect(states(after)).toEqual(['paused'])
  await after.add([chosen('diary.pdf')])
  await settle()
  expect([states(after), sending[1]?.parcel]).toMatchObject([['sending'], { id: 'id-1', begun: true }])
  sending[1]?.events.onDone()
  const other = new Uploads(deps)
  await other.add([chosen('diary.pdf')])
  await settle()
  expect(sending[2]?.parcel).toMatchObject({ id: 'id-2', begun: false })
})

test('another account in the same browser does not continue an upload', async () => {
  await new Uploads(deps).add([chosen('a.pdf')])
  await settle()
  sending[0]?.events.onBegun()
  await new Uploads({ ...deps, owner: 'leo' }).add([chosen('a.pdf')])
  await settle()
  expect(sending[1]?.parcel).toMatchObject({ id: 'id-2', begun: false })
})

test('an upload continues after a new sign-in, and can be retried after a lost connection', async () => {
  const uploads = new Uploads(deps)
  await uploads.add([chosen('a.pdf')])
  await settle()
  sending[0]?.events.onBegun()
  sending[0]?.events.onStopped('login')
  await settle()
  expect([states(uploads), sending[1]?.parcel.begun]).toEqual([['sending'], true])
  sending[1]?.events.onStopped('network')
  await settle()
  expect(uploads.items[0]).toMatchObject({ state: 'failed', problem: 'network' })
  uploads.resume('id-1')
  await settle()
  expect(states(uploads)).toEqual(['sending'])
})

test('an eleventh file, an empty file, a program and a video of 100 MB are rejected [5.07, 8.05]', async () => {
  const uploads = new Uploads(
    deps,
    Array.from({ length: 9 }, (_, n) => keptFile(`known-${n}`)),
  )
  const rejected = await uploads.add([
    chosen('empty.pdf', 0),
    chosen('a.exe', 10, 'application/x-msdownload'),
    chosen('a.pdf'),
    chosen('b.pdf'),
  ])
  expect(rejected.map(({ name, problem }) => [name, problem])).toEqual([
    ['empty.pdf', 'empty'],
    ['a.exe', 'type'],
    ['b.pdf', 'too-many'],
  ])
  const megabytes = 1024 * 1024
  expect(fileProblemOf({ name: 'a.mp4', type: 'video/mp4', size: 100 * megabytes })).toBe('too-large')
  expect(fileProblemOf({ name: 'a.mp4', type: 'video/mp4', size: 100 * megabytes - 1 })).toBeNull()
  expect(fileProblemOf({ name: 'a.pdf', type: 'application/pdf', size: 50 * megabytes })).toBeNull()
  expect(fileProblemOf({ name: 'a.pdf', type: 'application/pdf', size: 50 * megabytes + 1 })).toBe('too-large')
})

const photo = (name = 'lake.jpg', type = 'image/jpeg') => chosen(name, 10 * 1024 * 1024 + 1, type)

test('a picture above 10 MB is sent only if it can be shrunk', async () => {
  const uploads = new Uploads(deps)
  const rejected = await uploads.add([photo(), photo('cat.gif', 'image/gif')])
  expect(rejected).toEqual([{ name: 'cat.gif', kind: 'image', problem: 'too-large' }])
  await settle()
  expect(uploads.items).toMatchObject([{ state: 'sending', size: 3000, name: 'lake.jpg' }])
  expect(sending[0]?.parcel.blob.size).toBe(3000)
  // A photo with exactly the maximum size is sent unchanged.
  await uploads.add([chosen('whole.jpg', 10 * 1024 * 1024, 'image/jpeg')])
  await settle()
  expect(sending[1]?.parcel.blob.size).toBe(10 * 1024 * 1024)
})

test('a photo that cannot be shrunk is refused as too large and does not block other files @slow', async () => {
  deps.shrink = async ({ name }) => (name === 'odd.jpg' ? Promise.reject(new Error('no memory')) : null)
  const uploads = new Uploads(deps)
  await uploads.add([photo('odd.jpg'), photo('moving.webp', 'image/webp'), chosen('a.pdf')])
  await settle()
  expect(uploads.items.map(({ state, problem }) => [state, problem])).toEqual([
    ['refused', 'too-large'],
    ['refused', 'too-large'],
    ['sending', null],
  ])
  expect([uploads.ids, sending.length]).toEqual([[], 1])
})

test('photos are shrunk one at a time and sent unless they are removed meanwhile', async () => {
  const drawn: (() => void)[] = []
  deps.shrink = (file) => new Promise((resolve) => drawn.push(() => resolve(new File(['x'], file.name))))
  const uploads = new Uploads(deps)
  await uploads.add([photo('a.jpg'), photo('b.jpg')])
  await settle()
  expect([drawn.length, states(uploads)]).toEqual([1, ['shrinking', 'shrinking']])
  expect([uploads.unsent, uploads.ids]).toEqual([true, []])
  uploads.remove('id-1')
  drawn[0]?.()
  await settle()
  expect([drawn.length, sending.length]).toEqual([2, 0])
  drawn[1]?.()
  await settle()
  expect(sending.map(({ parcel }) => parcel.name)).toEqual(['b.jpg'])
})

test('after a reload, a shrunk photo starts a new upload, because its bytes may differ, and the old upload is deleted @slow', async () => {
  const before = new Uploads(deps)
  await before.add([photo()])
  await settle()
  sending[0]?.events.onBegun()
  const after = new Uploads(deps, [keptFile('id-1', { state: 'uploading', kind: 'image' })])
  await after.add([photo()])
  await settle()
  expect([states(after), sending[1]?.parcel, dropped]).toMatchObject([
    ['sending'],
    { id: 'id-2', begun: false },
    ['id-1'],
  ])
})

test('the kind of a file is derived from its type, or from its extension if the type is unknown', () => {
  expect(fileKindOf({ name: 'a.AVI', type: '' })).toBe('video')
  expect(fileKindOf({ name: 'a.svg', type: 'image/svg+xml' })).toBeNull()
  expect(fileKindOf({ name: 'a.heic', type: 'image/heic' })).toBeNull()
  expect(fileKindOf({ name: 'a', type: '' })).toBeNull()
  expect([formatFileSize(500, 'en'), formatFileSize(1_500_000, 'de'), formatFileSize(52_428_800, 'en')]).toEqual([
    '1 kB',
    '1,4 MB',
    '50 MB',
  ])
})

test('files of a message that returns are uploaded again, wait for the person, or say why they were refused', () => {
  const uploads = new Uploads(deps)
  const file = { name: 'walk.mp4', kind: 'video', size: 4, seconds: null, problem: null } as const
  const blob = new Blob(['walk'])
  uploads.restore([
    { ...file, id: 'a', blob },
    { ...file, id: 'b', blob, problem: 'over-quota' },
    { ...file, id: 'c', blob, problem: 'disguised' },
    { ...file, id: 'd', blob: null },
  ])
  expect(states(uploads)).toEqual(['sending', 'failed', 'refused', 'checking'])
  uploads.resume('b')
  uploads.resume('c')
  expect(states(uploads)).toEqual(['sending', 'sending', 'refused', 'checking'])
})

test('released uploads stop, and the server keeps what it has received', async () => {
  const uploads = new Uploads(deps)
  await uploads.add([{ file: new File(['walk'], 'walk.mp4', { type: 'video/mp4' }) }])
  await expect.poll(() => sending[0]?.starts).toBe(1)
  const [released] = await uploads.release()
  expect(released).toMatchObject({ name: 'walk.mp4', kind: 'video', blob: expect.any(Blob) })
  expect([uploads.items, sending[0]?.pauses, dropped]).toEqual([[], 1, []])
})
