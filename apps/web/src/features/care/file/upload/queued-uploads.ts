import type { OutgoingQueue } from '../../../../platform/outgoing/outgoing-queue.ts'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { isPageAbandoned, registerUnsaved } from '../../../../platform/draft/unsaved.ts'
import { uploadQueuedFile, type QueuedFile } from './upload-file.ts'
import { openTransfer, type OpenTransfer } from './transfer.ts'
import { uploadProgress } from './progress.ts'

/** Loads the queue in a separate chunk, because most pages load the queue without this file. */
const loadQueue = () => import('../../../../platform/outgoing/outgoing-queue.ts')

type Waiting = { number: number; file: QueuedFile }

const lockName = 'attune-uploads'
const maxParallel = 3
/** The pauses in milliseconds after the first, second, third and each further interrupted attempt. */
const pauses = [3_000, 10_000, 30_000, 60_000]

/** The running uploads of this page, each with the controller that aborts it. */
const active = new Map<string, AbortController>()
/** The keys of the files whose results this page has passed to the queue: the number of the change and the id of the file. */
const settled = new Set<string>()
const workers = new Set<Promise<void>>()
let isWaitingForLock = false
let isInterrupted = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let allowLeaving: (() => void) | null = null

/** Returns the files that are to be uploaded for changes in the queue, in the order of the changes. */
const waitingFiles = (): Waiting[] =>
  pendingChanges
    .get()
    .filter(({ refused }) => refused === null)
    .flatMap(
      ({ number, files }) => (files as readonly QueuedFile[] | undefined)?.map((file) => ({ number, file })) ?? [],
    )
    .filter(({ file }) => !file.isUploaded)

/**
 * Uploads the files of the changes in the queue of this device; the queue then sends the changes. Only one tab uploads
 * at a time. An interrupted upload continues later, also after a reload.
 */
export async function uploadQueuedFiles(open = openTransfer): Promise<void> {
  stopUnneeded()
  const { outgoingQueue, runInOneTab } = await loadQueue()
  askBeforeLosingFiles(outgoingQueue)
  if (!nextFile() || !navigator.onLine) return
  if (workers.size > 0) return startWorkers(open)
  if (isWaitingForLock) return
  isWaitingForLock = true
  clearTimeout(timer)
  await runInOneTab(lockName, async () => {
    isInterrupted = false
    startWorkers(open)
    while (workers.size > 0) await Promise.all(workers)
  })
  isWaitingForLock = false
  if (!isInterrupted) failures = 0
  else timer = setTimeout(() => void uploadQueuedFiles(open), pauses[Math.min(failures++, pauses.length - 1)])
}

/** Starts more uploads, at most three at a time. */
function startWorkers(open: OpenTransfer): void {
  while (workers.size < maxParallel && active.size < waitingFiles().length) {
    const worker = uploadFiles(open).finally(() => workers.delete(worker))
    workers.add(worker)
  }
}

/** Uploads one file after the other until none is left, or until an upload is interrupted. */
async function uploadFiles(open: OpenTransfer): Promise<void> {
  for (let next = nextFile(); next && !isInterrupted; next = nextFile()) {
    await upload(next, open).catch(() => {
      isInterrupted = true
    })
  }
}

const keyOf = ({ number, file }: Waiting) => `${number} ${file.id}`
const nextFile = () => waitingFiles().find((one) => !active.has(one.file.id) && !settled.has(keyOf(one)))

async function upload({ number, file }: Waiting, open: OpenTransfer): Promise<void> {
  const controller = new AbortController()
  active.set(file.id, controller)
  try {
    const { outgoingQueue } = await loadQueue()
    const problem = await uploadQueuedFile(file, {
      openTransfer: open,
      readBlob: () => outgoingQueue.files.read(file.id),
      onSent: (bytes) => uploadProgress.set(new Map(uploadProgress.get()).set(file.id, bytes)),
      signal: controller.signal,
    })
    settled.add(keyOf({ number, file }))
    await outgoingQueue.settleFile(number, file.id, problem ? { problem } : { isUploaded: true })
  } catch (error) {
    // If the upload was aborted, the person has discarded the change, so there is no failure.
    if (!controller.signal.aborted) throw error
  } finally {
    active.delete(file.id)
    const rest = new Map(uploadProgress.get())
    rest.delete(file.id)
    uploadProgress.set(rest)
  }
}

/** Stops the uploads of changes that are no longer in the queue. */
function stopUnneeded(): void {
  const needed = new Set(waitingFiles().map(({ file }) => file.id))
  for (const [id, controller] of active) if (!needed.has(id)) controller.abort()
}

/** Makes the browser ask before the page is closed while a file exists only in the memory of this page. */
function askBeforeLosingFiles(queue: OutgoingQueue): void {
  const needed = waitingFiles().some(({ file }) => queue.files.isOnlyInMemory(file.id))
  if (needed === (allowLeaving !== null)) return
  allowLeaving?.()
  allowLeaving = needed ? blockClosing() : null
}

function blockClosing(): () => void {
  const unregister = registerUnsaved()
  const ask = (event: BeforeUnloadEvent) => {
    if (!isPageAbandoned()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => {
    unregister()
    removeEventListener('beforeunload', ask)
  }
}
