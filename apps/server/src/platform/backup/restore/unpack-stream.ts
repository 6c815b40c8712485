import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../process/start-error.ts'
import { patientInput } from '../patient-input.ts'
import { requireSafeTar } from './safe-tar.ts'

/**
 * Unpacks a compressed tar archive into a folder. Refuses links and names that leave the folder before it writes them. Throws a StartError with `failure`
 * for an archive that is cut or damaged; then the folder has a part of it.
 */
export async function unpackStream(packed: Readable, folder: string, failure: string): Promise<void> {
  const child = spawn('tar', ['-x', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  })
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reason += text))
  const ended = once(child, 'close') as Promise<[number | null]>
  const fed = await pipeline(packed, createGunzip(), requireSafeTar(), patientInput(child.stdin)).then(
    () => null,
    (error: Error) => error,
  )
  const [code] = await ended
  if (code === 0 && fed === null) return
  throw new StartError(`${failure}: ${fed?.message ?? reason.trim().split('\n')[0]}`, { cause: fed })
}
