import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const web = join(import.meta.dirname, '../apps/web')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

type BareShell = { address: string; close(): Promise<void> }

/** Builds the bare shell of apps/web/bench and serves it compressed, as the product serves its files. */
export async function serveBareShell(): Promise<BareShell> {
  const folder = mkdtempSync(join(tmpdir(), 'attune-shell-'))
  execFileSync(
    process.execPath,
    [
      join(web, '../../node_modules/vite/bin/vite.js'),
      'build',
      join(web, 'bench'),
      '--configLoader',
      'native',
      '--outDir',
      folder,
      '--logLevel',
      'error',
    ],
    { cwd: join(web, 'bench'), env: { ...process.env, NODE_ENV: 'production' }, stdio: 'inherit' },
  )
  const packed = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      const body = packed.get(path) ?? brotliCompressSync(readFileSync(join(folder, path)))
      packed.set(path, body)
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'image/x-icon', 'content-encoding': 'br' })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
