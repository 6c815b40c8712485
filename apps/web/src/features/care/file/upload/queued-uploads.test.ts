import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { outgoingQueue } from '../../../../platform/outgoing/outgoing-queue.ts'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { mockServer } from '../../../../testing/render-page.tsx'
import { uploadQueuedFiles } from './queued-uploads.ts'
import type { OpenTransfer, TransferEvents, UploadSource } from './transfer.ts'
import { uploadProgress } from './progress.ts'

const transfers: { source: UploadSource; events: TransferEvents; pauses: number }[] = []
const openTransfer: OpenTransfer = async (source, events) => {
  const one = { source, events, pauses: 0 }
  transfers.push(one)
  return { start: () => {}, pause: async () => void one.pauses++ }
}

let number = 0
let states: Map<string, Partial<StoredFile>>
beforeEach(() => {
  transfers.length = 0
  states = new Map()
  mockServer({
    'file/mine': ({ ids }: { ids: string[] }) => ({
      items: ids.flatMap((id) => (states.has(id) ? [{ id, refusal: null, ...states.get(id) }] : [])),
    }),
  })
  vi.spyOn(outgoingQueue, 'settleFile').mockImplementation(async (_, id, result) => {
    const next = pendingChanges.get().map((change) => ({
      ...change,
      refused: result.problem ? 'FILE_REFUSED' : change.refused,
      files: change.files?.map((file) => (file.id === id ? { ...file, ...result } : file)) ?? [],
    }))
    pendingChanges.set(next)
  })
  vi.spyOn(outgoingQueue.files, 'read').mockImplementation(async (id) => new Blob([`bytes of ${id}`]))
})
afterEach(() => {
  pendingChanges.set([])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Adds a message with these files to the queue. */
const wait = (...ids: string[]) =>
  pendingChanges.set([
    {
      path: ['message', 'send'],
      input: {},
      thing: 'message-nora',
      number: ++number,
      refused: null,
      files: ids.map((id) => ({
        id,
        name: `${id}.mp4`,
        kind: 'video',
        size: 1000,
        seconds: null,
        isUploaded: false,
        problem: null,
      })),
    },
  ])

test('the files of a waiting message are uploaded with their progress, then the message can be sent', async () => {
  wait('a')
  const running = uploadQueuedFiles(openTransfer)
  await expect.poll(() => transfers.length).toBe(1)
  const [one] = transfers
  expect(one?.source).toMatchObject({ id: 'a', name: 'a.mp4', begun: false })
  one?.events.onSent(400)
  expect(uploadProgress.get().get('a')).toBe(400)
  states.set('a', { state: 'ready' })
  one?.events.onDone()
  await running
  expect(outgoingQueue.settleFile).toHaveBeenCalledWith(number, 'a', { isUploaded: true })
  expect(uploadProgress.get().size).toBe(0)
})

test('an upload that the server already has is not repeated, and a file that it refused says why', async () => {
  states.set('a', { state: 'ready' })
  states.set('b', { state: 'refused', refusal: 'disguised' })
  wait('a', 'b')
  await uploadQueuedFiles(openTransfer)
  expect(transfers).toEqual([])
  expect(outgoingQueue.settleFile).toHaveBeenCalledWith(number, 'a', { isUploaded: true })
  expect(outgoingQueue.settleFile).toHaveBeenCalledWith(number, 'b', { problem: 'disguised' })
})

test('an interrupted upload continues where the server stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  wait('a')
  const running = uploadQueuedFiles(openTransfer)
  await expect.poll(() => transfers.length).toBe(1)
  transfers[0]?.events.onStopped('network')
  await running
  expect(outgoingQueue.settleFile).not.toHaveBeenCalled()
  states.set('a', { state: 'uploading' })
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await expect.poll(() => transfers.length).toBe(2)
  expect(transfers[1]?.source.begun).toBe(true)
  states.set('a', { state: 'ready' })
  transfers[1]?.events.onDone()
  await expect.poll(() => pendingChanges.get()[0]?.files?.[0]?.isUploaded).toBe(true)
})

test('an upload stops when its message is taken back', async () => {
  wait('a')
  const running = uploadQueuedFiles(openTransfer)
  await expect.poll(() => transfers.length).toBe(1)
  pendingChanges.set([])
  await uploadQueuedFiles(openTransfer)
  await running
  expect(transfers[0]?.pauses).toBe(1)
  expect(outgoingQueue.settleFile).not.toHaveBeenCalled()
})

test('a file whose bytes this device has lost refuses the message instead of waiting forever', async () => {
  vi.mocked(outgoingQueue.files.read).mockResolvedValue(null)
  wait('a')
  await uploadQueuedFiles(openTransfer)
  expect(outgoingQueue.settleFile).toHaveBeenCalledWith(number, 'a', { problem: 'unfinished' })
})
