import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pictureTimeoutMilliseconds } from './limits.ts'
import { untrustedEnvironment } from '../process/untrusted-environment.ts'

/** An encoded picture. The size is in pixels. */
export type ProcessedPicture = {
  /** The media type. */
  type: string
  width: number
  height: number
}

/** An error for a picture that cannot be processed. `refusal` is the code of the refusal in the contract. */
export class PictureError extends Error {
  override name = 'PictureError'
  readonly refusal: 'broken' | 'too-many-pixels'
  constructor(refusal: 'broken' | 'too-many-pixels') {
    super(refusal)
    this.refusal = refusal
  }
}

let running: Promise<unknown> = Promise.resolve()

/** Encodes a picture upright and without metadata to `whole`, and a thumbnail to `thumbnail`. Throws PictureError. */
export function processPicture(source: string, whole: string, thumbnail: string): Promise<ProcessedPicture> {
  // Processes one picture at a time, to limit memory.
  const make = () => runWorker(source, whole, thumbnail)
  const processed = running.then(make, make)
  running = processed.catch(() => {})
  return processed
}

function runWorker(...paths: string[]): Promise<ProcessedPicture> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'picture-worker.ts'), ...paths], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...untrustedEnvironment(), VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: pictureTimeoutMilliseconds,
      killSignal: 'SIGKILL',
    })
    let output = ''
    worker.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
    worker.on('error', reject)
    worker.on('close', (code) => {
      if (code !== 0) return reject(new PictureError('broken'))
      const answer = JSON.parse(output) as ProcessedPicture | { problem: 'too-many-pixels' }
      if ('problem' in answer) reject(new PictureError(answer.problem))
      else resolve(answer)
    })
  })
}
