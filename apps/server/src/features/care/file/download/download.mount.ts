import type { FileId } from '@attune/contract/common/ids'
import { fileTypes } from '@attune/contract/features/care/file/file.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { readCaller } from '../../../../platform/http/request/caller.ts'
import { sendRefusal } from '../../../../platform/http/replies.ts'
import type { ByteRange } from '../../../../platform/object-store/object-store.ts'
import { type FileAddress, readFileAddress } from './address.ts'
import { type StoredFileRow, listFileRows } from '../file.queries.ts'

/** The interval in milliseconds at which a running download checks that its reader may still read the file. */
const recheckMilliseconds = 1_500
type DownloadRequest = FastifyRequest<{
  Params: { fileId: FileId; variant: string }
  Querystring: Record<string, unknown>
}>

/** Mounts the route for downloads of files. An address is valid for one reader and one minute. */
export function mountDownloads(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db' | 'fileStore' | 'secrets'>,
): void {
  app.get('/api/files/:fileId/:variant', (request, reply) => download(appContext, request as DownloadRequest, reply))
}

async function download(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db' | 'fileStore' | 'secrets'>,
  request: DownloadRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const address = readFileAddress(appContext, request.params, request.query)
  if (!address) return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const authorization = await authorizeDownload(appContext, request, address)
  if ('code' in authorization) return sendRefusal(request, reply, authorization.status, authorization.code)
  const { row } = authorization
  const small = address.variant === 'thumbnail'
  if (small && !row.hasThumbnail) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const form = small ? 'thumbnail' : 'whole'
  const size = await appContext.fileStore.sizeOf(form, row.id)
  if (size === null) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const range = rangeOf(request.headers.range, size)
  if (range === 'none') {
    return sendRefusal(request, reply.header('content-range', `bytes */${size}`), 416, 'RANGE_NOT_SATISFIABLE')
  }
  const type = small ? 'image/webp' : (row.type ?? 'application/octet-stream')
  const content = await appContext.fileStore.read(form, row.id, range ?? undefined)
  if (content === null) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  abortOnRevoke(appContext, request, reply, address)
  return reply
    .status(range ? 206 : 200)
    .headers({
      'content-type': type,
      'content-length': range ? range.to - range.from + 1 : size,
      'accept-ranges': 'bytes',
      'content-disposition': dispositionOf(row, address, type),
      'content-security-policy': contentSecurityPolicyOf(type),
      ...(range ? { 'content-range': `bytes ${range.from}-${range.to}/${size}` } : {}),
    })
    .send(content)
}

type Authorization = { row: StoredFileRow } | { status: number; code: string }

/**
 * Returns the file if the request’s login belongs to the reader of the address and the reader may read the file now.
 * Otherwise returns the status and the code of the refusal.
 */
async function authorizeDownload(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: FastifyRequest,
  { fileId, readerId }: FileAddress,
): Promise<Authorization> {
  const found = await readCaller(appContext, request, { roles: ['therapist', 'client'], accountId: readerId })
  if ('code' in found) return found
  const [row] = await appContext.db.asActor(found.caller, (tx) => listFileRows(tx, [fileId]))
  if (!row) return { status: 404, code: 'NOT_FOUND' }
  return row.state === 'ready' ? { row } : { status: 409, code: 'NOT_READY' }
}

/** Checks the access regularly during a download. Aborts the download when the reader may no longer read the file. */
function abortOnRevoke(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  address: FileAddress,
): void {
  let checking = false
  const timer = setInterval(async () => {
    if (checking) return
    checking = true
    const authorization = await authorizeDownload(appContext, request, address).catch(() => null)
    checking = false
    // Also aborts while the database is unavailable, because access cannot be checked then.
    if (!authorization || 'code' in authorization) abort(reply)
  }, recheckMilliseconds)
  timer.unref()
  reply.raw.on('close', () => clearInterval(timer))
}

/** Resets the connection, which also discards data that is buffered but not yet delivered. */
function abort({ raw }: FastifyReply): void {
  try {
    raw.socket?.resetAndDestroy()
  } catch {
    raw.destroy()
  }
}

/**
 * Parses a Range header with one byte range. Returns null for the whole file, and 'none' for a range outside the
 * file.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(size - Number(to), 0)
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start > end || start >= size ? 'none' : { from: start, to: end }
}

const shownTypes = new Set<string>(Object.values(fileTypes).flat())

/**
 * Returns the Content-Disposition header. Only types that cannot execute anything are shown inline. The file name gets
 * the ending of the detected type.
 */
function dispositionOf(row: StoredFileRow, { variant }: FileAddress, type: string): string {
  const way = variant === 'download' || !shownTypes.has(type) ? 'attachment' : 'inline'
  const name = downloadName(row)
  const plain = name.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${way}; filename="${plain}"; filename*=UTF-8''${exact}`
}

const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/aac': ['aac'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/webm': ['webm', 'weba'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-msvideo': ['avi'],
  'video/webm': ['webm'],
}

export function downloadName({ name, type }: Pick<StoredFileRow, 'name' | 'type'>): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const endingsOfType = endings[type ?? ''] ?? ['bin']
  const [, stem = safe, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(safe) ?? []
  return endingsOfType.includes(ending.toLowerCase()) ? safe : `${stem}.${endingsOfType[0]}`
}

/**
 * Returns the Content-Security-Policy header. A PDF gets no `sandbox`, because the PDF viewers of some browsers do not open in a sandbox. The other
 * directives prevent a PDF from running scripts in Attune's origin.
 */
const contentSecurityPolicyOf = (type: string) =>
  type === 'application/pdf'
    ? "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; object-src 'self'; img-src 'self'"
    : "default-src 'none'; sandbox; frame-ancestors 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'"
