import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { patientInput } from './patient-input.ts'

/**
 * Passes a tar archive through the transforms in `through` and unpacks it into a folder. Throws the error of the archive or of a transform, otherwise
 * an error with the first line of tar's message. The folder then contains a part of the archive.
 */
export async function untar(archive: Readable, through: readonly Transform[], folder: string): Promise<void> {
  const child = spawn('tar', ['-x', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  })
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reason += text))
  const ended = once(child, 'close') as Promise<[number | null]>
  const failure = await pipeline([archive, ...through, patientInput(child.stdin)]).then(
    () => null,
    (error: Error) => error,
  )
  const [code] = await ended
  if (failure) throw failure
  if (code !== 0) throw new Error(reason.trim().split('\n')[0])
}
