import type { AccountId, FileId } from '@attune/contract/common/ids'
import { uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import { Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppContext } from '../../../../platform/app-context.ts'
import { requireCaller } from '../../../../platform/http/request/caller.ts'
import { sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { S3Error } from '../../../../platform/object-store/s3-requests.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { type StoredFileRow, listFileRows } from '../file.queries.ts'
import { deleteFiles } from '../file.ts'
import { registerUpload, type UploadOwner, parseUploadRequest } from './create.ts'
import { finishIfComplete } from './finish.ts'
import { createUploadLocks } from './lock.ts'
import { TusRefusal, UploadPartStore, type CurrentUpload } from './store.ts'

const path = '/api/uploads'

type UploadHttpRequest = FastifyRequest<{ Params: { id: FileId } }>

type UploadContext = Pick<AppContext, 'auth' | 'clock' | 'db' | 'fileStore' | 'log' | 'requestLimits'>

/** Mounts resumable uploads (tus 1.0). A POST creates an upload, which belongs to the account that created it. */
export function mountUploads(app: FastifyInstance, appContext: UploadContext): void {
  const uploads = openUploads(appContext)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Leaves the body unparsed, because tus reads the bytes directly from the connection.
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.post(path, (...call) => create(uploads, ...call))
    scope.route({ method: ['HEAD', 'PATCH'], url: `${path}/:id`, handler: (...call) => resume(uploads, ...call) })
    scope.delete(`${path}/:id`, (...call) => cancel(uploads, ...call))
    // If a stopping server cuts a connection, the request still stores the bytes that arrived. Closing waits for this.
    scope.addHook('onClose', () => uploads.stored())
  })
}

type CurrentUploadOf = { ownerId: AccountId; upload: Upload }
type Uploads = {
  appContext: UploadContext
  /** Lets tus handle a request for an upload that was looked up. */
  handle(current: CurrentUploadOf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Waits until the bytes of running requests are stored. */
  stored(): Promise<void>
}

function openUploads(appContext: UploadContext): Uploads {
  const present: CurrentUpload = new AsyncLocalStorage()
  const locks = createUploadLocks()
  const datastore = new UploadPartStore(appContext, present)
  const tus = new Server({
    path,
    datastore,
    relativeLocation: true,
    allowedOrigins: [],
    lockDrainTimeout: 500,
    locker: (request) => (request.method === 'PATCH' ? locks.writing : locks.asking),
    // Returns the id of the current upload, which belongs to the caller. By default the package takes the id from the
    // URL or a header, which can name another person's upload.
    namingFunction: () => currentUploadId(present),
    getFileIdFromRequest: () => currentUploadId(present),
    // The bytes are stored, so the upload completes when the browser asks for its offset.
    onResponseError: (_, error) => (error instanceof S3Error ? { status_code: 503, body: 'UNAVAILABLE' } : undefined),
    onUploadFinish: async (_, { id }) => {
      const now = present.getStore()
      // If a part has disappeared, the browser asks for the offset and sends the bytes again.
      if (now && !(await finishIfComplete(appContext, now.ownerId, id, now.upload.size ?? 0)))
        throw new TusRefusal(409, 'CONFLICT')
      return {}
    },
  })
  const { log } = appContext
  return {
    appContext,
    handle: (current, request, reply) => present.run(current, () => passToTus({ tus, log }, request, reply)),
    stored: () => datastore.stored(),
  }
}

async function create({ appContext, handle }: Uploads, request: FastifyRequest, reply: FastifyReply) {
  const owner = await ownerOf(appContext, request, reply)
  if (!owner) return reply
  const { headers } = request
  const isUnsupported = headers['upload-defer-length'] !== undefined || headers['upload-concat'] !== undefined
  if (isUnsupported || headers['content-type']?.includes('octet-stream'))
    return sendRefusal(request, reply, 400, 'BAD_REQUEST')
  const wish = parseUploadRequest(headers['upload-metadata'], headers['upload-length'])
  if ('code' in wish) return sendRefusal(request, reply, wish.status, wish.code)
  const hit = await appContext.requestLimits.hit('uploads', 'upload', owner.id)
  if (!hit.allowed) {
    return sendTooMany(request, reply, hit.retryAfterSeconds)
  }
  if (await appContext.fileStore.isDiskFull()) return sendRefusal(request, reply, 507, 'NO_ROOM')
  const outcome = await registerUpload(appContext, owner, wish)
  if (typeof outcome === 'object') return sendRefusal(request, reply, outcome.status, outcome.code)
  if (outcome === 'known') {
    return reply.status(201).header('tus-resumable', '1.0.0').header('location', `${path}/${wish.id}`).send()
  }
  const upload = new Upload({ id: wish.id, size: wish.size, offset: 0 })
  return handle({ ownerId: owner.id, upload }, request, reply)
}

async function resume({ appContext, handle }: Uploads, request: FastifyRequest, reply: FastifyReply) {
  const found = await findOwn(appContext, request as UploadHttpRequest, reply)
  if (!found) return reply
  const { row, owner } = found
  if (row.state !== 'uploading') return answerComplete(request, reply, row)
  if (request.method === 'PATCH') {
    // The length of a file is declared when its upload is created and cannot be declared later.
    if (request.headers['upload-length'] !== undefined) return sendRefusal(request, reply, 400, 'BAD_REQUEST')
    const length = request.headers['content-length']
    if (length === undefined) return sendRefusal(request, reply, 411, 'LENGTH_REQUIRED')
    if (!/^\d+$/.test(length) || Number(length) > uploadChunkBytes) return sendRefusal(request, reply, 413, 'TOO_LARGE')
    if (await appContext.fileStore.isDiskFull()) return sendRefusal(request, reply, 507, 'NO_ROOM')
  }
  // The last byte may have arrived although the request that sent it did not finish.
  if (request.method === 'HEAD' && (await finishIfComplete(appContext, owner.id, row.id, row.size)))
    return answerComplete(request, reply, row)
  const upload = new Upload({ id: row.id, size: row.size, offset: 0 })
  return handle({ ownerId: owner.id, upload }, request, reply)
}

async function cancel({ appContext }: Uploads, request: FastifyRequest, reply: FastifyReply) {
  const found = await findOwn(appContext, request as UploadHttpRequest, reply)
  if (!found) return reply
  const { row, owner } = found
  if (row.state !== 'uploading') return sendRefusal(request, reply, 409, 'CONFLICT')
  await appContext.db.asActor(owner, (tx) => deleteFiles(tx, [row.id]))
  await appContext.fileStore.remove(row.id)
  return reply.status(204).header('tus-resumable', '1.0.0').send()
}

/** Returns the caller's upload. The upload of another account gets the same refusal as an unknown upload. */
async function findOwn(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: UploadHttpRequest,
  reply: FastifyReply,
): Promise<{ row: StoredFileRow; owner: UploadOwner } | null> {
  const owner = await ownerOf(appContext, request, reply)
  if (!owner) return null
  const { id } = request.params
  const [row] = isUuid(id) ? await appContext.db.asActor(owner, (tx) => listFileRows(tx, [id])) : []
  if (row?.ownerId === owner.id) return { row, owner }
  sendRefusal(request, reply, 404, 'NOT_FOUND')
  return null
}

/** Passes the connection to tus after setting the headers that all responses of the server have. */
async function passToTus(
  { tus, log }: { tus: Server; log: AppContext['log'] },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  await tus.handle(request.raw, raw).catch((error: unknown) => {
    log.error('an upload failed', { requestId: request.id, error })
    if (!raw.headersSent) raw.writeHead(500)
    raw.end()
  })
  return reply
}

function currentUploadId(present: CurrentUpload): string {
  const now = present.getStore()
  if (!now) throw new Error('an upload that was not looked up')
  return now.upload.id
}

const ownerOf = (
  appContext: Pick<AppContext, 'auth'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadOwner | null> => requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })

/** Responds to a request for an upload that has received all its bytes and is no longer in the state 'uploading'. */
function answerComplete(request: FastifyRequest, reply: FastifyReply, { size }: StoredFileRow) {
  if (request.method === 'PATCH') return sendRefusal(request, reply, 409, 'CONFLICT')
  return reply
    .status(200)
    .headers({ 'tus-resumable': '1.0.0', 'upload-offset': String(size), 'upload-length': String(size) })
    .send()
}
