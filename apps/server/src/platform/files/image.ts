import { fileTypeFromBuffer } from 'file-type'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { avatarBytes, decodePatience } from './limits.ts'

/** Told from the bytes, whatever name or type came with them. SVG is text that may hold scripts and is no picture here. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic'])

export class NotAPicture extends Error {
  override name = 'NotAPicture'
}

let running: Promise<unknown> = Promise.resolve()

/** A square avatar made anew from an uploaded picture. Throws NotAPicture where the bytes are none, or one that is too large to decode. */
export async function avatarFrom(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !pictures.has(type.mime)) throw new NotAPicture(type?.mime ?? 'unknown')
  // One at a time: decoding takes memory.
  const turn = running.then(
    () => decode(bytes),
    () => decode(bytes),
  )
  running = turn.catch(() => {})
  return turn
}

function decode(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'image-worker.ts')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '', VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: decodePatience,
      killSignal: 'SIGKILL',
    })
    const made: Buffer[] = []
    worker.stdout.on('data', (chunk: Buffer) => made.push(chunk))
    worker.on('error', reject)
    worker.on('close', (code) => {
      const picture = Buffer.concat(made)
      if (code === 0 && picture.length > 0 && picture.length <= avatarBytes) resolve(picture)
      else reject(new NotAPicture('it could not be decoded'))
    })
    // A worker that died early closes its end; its exit says so.
    worker.stdin.on('error', () => {})
    worker.stdin.end(bytes)
  })
}
