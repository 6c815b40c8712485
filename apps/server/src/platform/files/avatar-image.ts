import { maxAvatarBytes } from '@attune/contract/common/constants'
import { fileTypeFromBuffer } from 'file-type'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { avatarTimeoutMilliseconds } from './limits.ts'

/**
 * Accepted types of pictures, detected from the content, not from the file name or the declared type. SVG is not accepted, because an SVG
 * file may contain scripts.
 */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic'])

export class NotAnImageError extends Error {
  override name = 'NotAPicture'
}

let running: Promise<unknown> = Promise.resolve()

/**
 * Encodes an uploaded picture as a square avatar. Throws NotAnImageError if the picture has no accepted type or is too
 * large to decode.
 */
export async function makeAvatar(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !pictures.has(type.mime)) throw new NotAnImageError(type?.mime ?? 'unknown')
  // Decodes one picture at a time, to limit memory.
  const decoded = running.then(
    () => decode(bytes),
    () => decode(bytes),
  )
  running = decoded.catch(() => {})
  return decoded
}

function decode(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'image-worker.ts')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '', VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: avatarTimeoutMilliseconds,
      killSignal: 'SIGKILL',
    })
    const made: Buffer[] = []
    worker.stdout.on('data', (chunk: Buffer) => made.push(chunk))
    worker.on('error', reject)
    worker.on('close', (code) => {
      const picture = Buffer.concat(made)
      if (code === 0 && picture.length > 0 && picture.length <= maxAvatarBytes) resolve(picture)
      else reject(new NotAnImageError('it could not be decoded'))
    })
    // The stdin of a worker that ends early emits an error. Ignores the error, because the 'close' handler reports the failure.
    worker.stdin.on('error', () => {})
    worker.stdin.end(bytes)
  })
}
