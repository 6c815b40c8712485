import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sendCompressed } from '../compression.ts'
import { pagePolicy, workerPolicy } from '../headers.ts'
import { escapeHtml, sendRefusal } from '../replies.ts'
import type { Site } from './site.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = new Set(['.js', '.css', '.json', '.svg', '.webmanifest', '.txt'])
const emptyPage =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="attune-key" content="__ATTUNE_KEY__"><meta name="attune-settings" content="__ATTUNE_SETTINGS__"><title>Attune</title></head></html>'

type Packed = { plain: Buffer; br: Buffer | null; gzip: Buffer | null; etag: string }
type Asset = { type: string; immutable: boolean; packed: () => Promise<Packed> }

/**
 * Serves the files of the web build. Refuses unknown paths under /api and /assets, and unknown paths with a file extension, with 404.
 * Answers every other path with the page and a new nonce.
 */
export function mountPages(app: FastifyInstance, site: Site, folder: string): void {
  const assets = readAssets(folder)
  const page = join(folder, 'index.html')
  const template = existsSync(page) ? readFileSync(page, 'utf8') : emptyPage

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const asset = assets.get(path)
    if (asset) {
      if (path === '/sw.js') reply.header('content-security-policy', workerPolicy)
      return sendAsset(asset, request, reply)
    }
    if (path.startsWith('/api/') || path.startsWith('/assets/') || /\.[a-z0-9]{1,12}$/i.test(path)) {
      return sendRefusal(request, reply, 404, 'NOT_FOUND')
    }
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', pagePolicy(nonce)).type('text/html; charset=utf-8')
    return sendCompressed(
      request,
      reply,
      withNonce(template)
        .replaceAll('__ATTUNE_NONCE__', nonce)
        .replaceAll('__ATTUNE_KEY__', site.key())
        // A function, because a replacement text may contain `$`.
        .replace('__ATTUNE_SETTINGS__', () => escapeHtml(JSON.stringify(site.settings()))),
    )
  })
}

/** Adds a placeholder for the nonce to every script and style element that has no nonce attribute. */
const withNonce = (html: string) => html.replace(/<(script|style)(?![^>]*\snonce=)/g, '<$1 nonce="__ATTUNE_NONCE__"')

async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply) {
  const { plain, br, gzip: zipped, etag } = await asset.packed()
  reply
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .type(asset.type)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
  if (zipped && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(zipped)
  return reply.send(plain)
}

/** Lists the files of the web build once at the start, so that a requested path is never used to access the file system. */
function readAssets(folder: string): Map<string, Asset> {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => extname(file) in types && !file.includes(`${sep}.`) && relative(folder, file) !== 'index.html')
      .map((file) => {
        const path = `/${relative(folder, file).split(sep).join('/')}`
        return [
          path,
          { type: types[extname(file)] ?? '', immutable: path.startsWith('/assets/'), packed: once(() => pack(file)) },
        ]
      }),
  )
}

async function pack(file: string): Promise<Packed> {
  const plain = readFileSync(file)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  if (!compressible.has(extname(file)) || plain.length < 1024) return { plain, br: null, gzip: null, etag }
  const [br, zipped] = await Promise.all([
    // The build has already compressed the files that every first visit loads, at brotli's highest level.
    existsSync(`${file}.br`)
      ? readFileSync(`${file}.br`)
      : promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(plain),
  ])
  return { plain, br, gzip: zipped, etag }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
