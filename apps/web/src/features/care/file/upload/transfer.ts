import type { FileId } from '@attune/contract/common/ids'
import { uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import type { FileKind } from '@attune/contract/features/care/file/file'
import type { DetailedError, Upload } from 'tus-js-client'
import { accountHeader } from '../../../../platform/login/page-account.ts'
import { pageHeader } from '../../../../platform/api/page-use.ts'
import { currentPublicApiKey, renewPublicApiKey } from '../../../../platform/api/renew-public-key.ts'
import { transport } from '../../../../platform/api/transport.ts'
import type { FileProblem } from '../file-kinds.ts'

export type UploadSource = {
  id: FileId
  name: string
  kind: FileKind
  seconds: number | null
  blob: Blob
  begun: boolean
}

export type TransferEvents = {
  /** Called when the server has created the upload. From then on its id can be saved with a resource. */
  onBegun(): void
  onSent(bytes: number): void
  onDone(): void
  /** Called when the upload stops. `login` means that the person must sign in again. */
  onStopped(why: FileProblem | 'login'): void
}

export type Transfer = { start(): void; pause(): Promise<void> }
export type OpenTransfer = (parcel: UploadSource, events: TransferEvents) => Promise<Transfer>

const uploads = () => transport().uploads?.() ?? { address: '/api/uploads', headers: {} }

/** Bytes per chunk. A chunk must be small enough to finish on a slow connection. */
const chunkBytes = uploadChunkBytes / 4
const retryDelays = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Prepares the upload of a file in chunks by the tus protocol. After an interruption, the upload continues after the
 * last chunk that the server received.
 */
export const openTransfer: OpenTransfer = async ({ id, name, kind, seconds, blob, begun }, events) => {
  const tus = await import('tus-js-client')
  const { address } = uploads()
  const upload: Upload = new tus.Upload(blob, {
    endpoint: address,
    ...(begun && { uploadUrl: `${address}/${id}` }),
    metadata: { id, name, kind, ...(seconds !== null && { seconds: String(seconds) }) },
    chunkSize: chunkBytes,
    retryDelays,
    // `known-uploads.ts` stores unfinished uploads instead, because the fingerprints of tus contain file names.
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      request.setHeader('x-attune-key', await currentPublicApiKey())
      const headers = { ...pageHeader(), ...accountHeader(), ...uploads().headers }
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    },
    onUploadUrlAvailable: events.onBegun,
    onProgress: events.onSent,
    onSuccess: events.onDone,
    onShouldRetry: (error) => {
      const reply = replyTo(error)
      if (isOldKey(reply)) void renewPublicApiKey()
      return isTemporary(reply)
    },
    onError: (error) => events.onStopped(stopReason(replyTo(error))),
  })
  return { start: () => upload.start(), pause: () => upload.abort() }
}

/** The server's reply to a failed request. Without a reply the status is 0. */
type Reply = { status: number; body: string }

function replyTo(error: Error | DetailedError): Reply {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return { status: response?.getStatus() ?? 0, body: response?.getBody() ?? '' }
}

const isAtLimit = ({ status, body }: Reply) => status === 409 && body.includes('LIMIT_REACHED')

/** Whether another account of this browser is the active one now. */
const isOfOtherAccount = ({ status, body }: Reply) => status === 409 && body.includes('OTHER_ACCOUNT')

/** Whether the server no longer recognizes the public key of this page. */
const isOldKey = ({ status, body }: Reply) => status === 401 && body.includes('UNKNOWN_KEY')

/**
 * Returns whether a failure is temporary: no reply, a replaced public key, a locked upload (409, 423), or a server
 * error other than a full disk (507). The refusal of too many uploads at once, also a 409, is not temporary.
 */
export const isTemporary = (reply: Reply) =>
  reply.status === 0 ||
  isOldKey(reply) ||
  (reply.status === 409 && !isAtLimit(reply) && !isOfOtherAccount(reply)) ||
  reply.status === 423 ||
  (reply.status >= 500 && reply.status !== 507)

export function stopReason(reply: Reply): FileProblem | 'login' {
  if (isAtLimit(reply)) return 'too-many-at-once'
  if (isOfOtherAccount(reply)) return 'login'
  switch (reply.status) {
    case 401:
      return 'login'
    case 404:
    case 410:
      return 'gone'
    case 413:
      return reply.body.includes('OVER_QUOTA') ? 'over-quota' : 'too-large'
    case 429:
      return 'too-many-an-hour'
    case 507:
      return 'no-room'
    default:
      return 'network'
  }
}
