import { maxAvatarBytes } from '@attune/contract/common/constants'
import { fileTypeFromBuffer } from 'file-type'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { avatarTimeoutMilliseconds, maxLogoBytes } from './limits.ts'
import { untrustedEnvironment } from '../process/untrusted-environment.ts'

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
export const encodeAvatar = (bytes: Buffer): Promise<Buffer> => encode(bytes, 'avatar', maxAvatarBytes)

/** A logo in the format in which it is stored and printed. */
export type EncodedLogo = { bytes: Buffer; mime: 'image/png' | 'image/jpeg' }

/**
 * Encodes an uploaded picture as a logo on white: a PNG, or a JPEG if the PNG is too large. Throws NotAnImageError like
 * `encodeAvatar`.
 */
export async function encodeLogo(bytes: Buffer): Promise<EncodedLogo> {
  const logo = await encode(bytes, 'logo', maxLogoBytes)
  return { bytes: logo, mime: logo[0] === 0x89 ? 'image/png' : 'image/jpeg' }
}

async function encode(bytes: Buffer, form: 'avatar' | 'logo', maxBytes: number): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !pictures.has(type.mime)) throw new NotAnImageError(type?.mime ?? 'unknown')
  // Decodes one picture at a time, to limit memory.
  const decode = () => decodeInProcess(bytes, form, maxBytes)
  const encoded = running.then(decode, decode)
  running = encoded.catch(() => {})
  return encoded
}

function decodeInProcess(bytes: Buffer, form: 'avatar' | 'logo', maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'image-worker.ts'), form], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...untrustedEnvironment(), VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: avatarTimeoutMilliseconds,
      killSignal: 'SIGKILL',
    })
    const made: Buffer[] = []
    worker.stdout.on('data', (chunk: Buffer) => made.push(chunk))
    worker.on('error', reject)
    worker.on('close', (code) => {
      const picture = Buffer.concat(made)
      if (code === 0 && picture.length > 0 && picture.length <= maxBytes) resolve(picture)
      else reject(new NotAnImageError('it could not be decoded'))
    })
    // The stdin of a worker that ends early emits an error. Ignores the error, because the 'close' handler reports the failure.
    worker.stdin.on('error', () => {})
    worker.stdin.end(bytes)
  })
}
