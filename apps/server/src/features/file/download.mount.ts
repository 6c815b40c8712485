import { fileTypes } from '@attune/contract/features/file'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createReadStream } from 'node:fs'
import type { House } from '../../house.ts'
import { needOf } from '../../platform/auth/login.ts'
import type { Actor } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/http/replies.ts'
import { type FileAddress, readAddress } from './file.address.ts'
import { type FileRow, fileRows } from './file.queries.ts'

/** So often is looked whether somebody who is being sent a file may still read it, in milliseconds. */
const lookEvery = 1_500
type Asked = FastifyRequest<{ Params: { fileId: string; variant: string }; Querystring: Record<string, unknown> }>

/** The bytes of files, under addresses that are good for one reader and a minute. */
export function mountDownloads(app: FastifyInstance, house: House): void {
  app.get('/api/files/:fileId/:variant', (request, reply) => download(house, request as Asked, reply))
}

async function download(house: House, request: Asked, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readAddress(house, request.params, request.query)
  if (!address) return refuse(request, reply, 403, 'FORBIDDEN')
  const verdict = await judge(house, request, address)
  if ('code' in verdict) return refuse(request, reply, verdict.status, verdict.code)
  const { row } = verdict
  const small = address.variant === 'thumbnail'
  if (small && !row.hasThumbnail) return refuse(request, reply, 404, 'NOT_FOUND')
  const path = small ? house.bytes.thumbnail(row.id) : house.bytes.whole(row.id)
  const size = await house.bytes.lengthOf(path)
  if (size === null) return refuse(request, reply, 404, 'NOT_FOUND')
  const range = rangeOf(request.headers.range, size)
  if (range === 'none') {
    return refuse(request, reply.header('content-range', `bytes */${size}`), 416, 'RANGE_NOT_SATISFIABLE')
  }
  const type = small ? 'image/webp' : (row.type ?? 'application/octet-stream')
  const content = createReadStream(path, range ?? {})
  watch(house, request, reply, address)
  return reply
    .status(range ? 206 : 200)
    .headers({
      'content-type': type,
      'content-length': range ? range.end - range.start + 1 : size,
      'accept-ranges': 'bytes',
      'content-disposition': dispositionOf(row, address, type),
      'content-security-policy': policyOf(type),
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
    })
    .send(content)
}

type Verdict = { row: FileRow } | { status: number; code: string }

/** Whether the login that asks is the address's reader, and may read the file now. */
async function judge(house: House, request: FastifyRequest, { fileId, readerId }: FileAddress): Promise<Verdict> {
  const login = await house.auth.readLogin(new Headers(request.headers as Record<string, string>))
  if (!login?.role) return { status: 401, code: 'NO_LOGIN' }
  if (login.userId !== readerId) return { status: 404, code: 'NOT_FOUND' }
  if (needOf(login)) return { status: 401, code: 'STEP_UP' }
  if (login.role === 'admin') return { status: 403, code: 'FORBIDDEN' }
  const actor: Actor = { role: login.role, id: login.userId }
  const [row] = await house.db.asActor(actor, (tx) => fileRows(tx, [fileId]))
  if (!row) return { status: 404, code: 'NOT_FOUND' }
  return row.state === 'ready' ? { row } : { status: 409, code: 'NOT_READY' }
}

/** Cuts a transfer whose reader may no longer read. */
function watch(house: House, request: FastifyRequest, reply: FastifyReply, address: FileAddress): void {
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    const verdict = await judge(house, request, address).catch(() => null)
    looking = false
    // A database that is away says nothing about the right; whoever is cut asks again.
    if (!verdict || 'code' in verdict) cut(reply)
  }, lookEvery)
  timer.unref()
  reply.raw.on('close', () => clearInterval(timer))
}

/** What still waits in the line goes with it, where the line is our own. */
function cut({ raw }: FastifyReply): void {
  try {
    raw.socket?.resetAndDestroy()
  } catch {
    raw.destroy()
  }
}

/** One range of bytes; null: all of it; 'none': there is nothing there. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(size - Number(to), 0)
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start > end || start >= size ? 'none' : { start, end }
}

const shownTypes = new Set<string>(Object.values(fileTypes).flat())

/** Only what cannot run is shown in place. Its name ends as its bytes are. */
function dispositionOf(row: FileRow, { variant }: FileAddress, type: string): string {
  const way = variant === 'download' || !shownTypes.has(type) ? 'attachment' : 'inline'
  const name = nameFor(row)
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

export function nameFor({ name, type }: Pick<FileRow, 'name' | 'type'>): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const fitting = endings[type ?? ''] ?? ['bin']
  const [, stem = safe, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(safe) ?? []
  return fitting.includes(ending.toLowerCase()) ? safe : `${stem}.${fitting[0]}`
}

/** Not every browser's own viewer of PDF opens in a sandbox; nothing that a PDF holds runs in our origin. */
const policyOf = (type: string) =>
  type === 'application/pdf'
    ? "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; object-src 'self'; img-src 'self'"
    : "default-src 'none'; sandbox; frame-ancestors 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'"
