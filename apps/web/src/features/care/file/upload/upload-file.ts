import type { FileId } from '@attune/contract/common/ids'
import type { FileKind } from '@attune/contract/features/care/file/file'
import { api } from '../../../../platform/api/api.ts'
import { ConnectionError } from '../../../../platform/api/errors.ts'
import type { OutgoingFile } from '../../../../platform/outgoing/outgoing-state.ts'
import type { FileProblem } from '../file-kinds.ts'
import type { OpenTransfer } from './transfer.ts'

/** A file of a change in the queue of this device. */
export type QueuedFile = OutgoingFile & {
  name: string
  kind: FileKind
  size: number
  seconds: number | null
  problem: FileProblem | null
}

type UploadOptions = {
  openTransfer: OpenTransfer
  /** Returns the bytes of the file; null if this device does not have them. */
  readBlob: () => Promise<Blob | null>
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** The pauses in milliseconds between the requests that ask whether the server has checked a file. */
const checkPauses = [300, 700, 1_500, 3_000]
/** Problems that end without an action of the person. The upload is repeated later. */
const temporaryProblems: readonly FileProblem[] = ['network', 'too-many-at-once', 'too-many-an-hour', 'gone']

/**
 * Uploads a file, or continues its upload, and waits a few seconds for the check by the server. Returns the reason why the file was refused; null if
 * it was accepted or is still being checked. Throws a ConnectionError if the upload must be repeated later.
 */
export async function uploadQueuedFile(file: QueuedFile, options: UploadOptions): Promise<FileProblem | null> {
  const known = await stateOf(file.id)
  if (known === null || known.state === 'uploading') {
    const blob = await options.readBlob()
    if (!blob) return 'unfinished'
    const problem = await transfer(file, blob, known !== null, options)
    if (problem && temporaryProblems.includes(problem)) throw new ConnectionError('NETWORK_ERROR')
    if (problem) return problem
  }
  for (const pause of checkPauses) {
    const now = await stateOf(file.id)
    if (now?.state !== 'checking') return now?.refusal ?? null
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  // If the check takes longer, its result is shown with the message.
  return null
}

async function stateOf(id: FileId) {
  const { items } = await api.file.mine({ ids: [id] }, { context: { offline: 'fail' } })
  return items[0] ?? null
}

/** Sends the bytes that the server does not have yet. Returns the reason why the upload stopped; null when it is complete. */
async function transfer(
  { id, name, kind, seconds }: QueuedFile,
  blob: Blob,
  begun: boolean,
  { openTransfer, onSent, signal }: UploadOptions,
): Promise<FileProblem | null> {
  const ended = Promise.withResolvers<FileProblem | null>()
  const running = await openTransfer(
    { id, name, kind, seconds, blob, begun },
    {
      onBegun: () => {},
      onSent,
      onDone: () => ended.resolve(null),
      // Without a login, the next attempt asks the person to sign in.
      onStopped: (why) => ended.resolve(why === 'login' ? 'network' : why),
    },
  )
  const stop = () => void running.pause().then(() => ended.resolve('network'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  else running.start()
  return ended.promise.finally(() => signal.removeEventListener('abort', stop))
}
