import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { picturePatience } from './limits.ts'

export type Picture = { type: string; width: number; height: number }

/** Why a picture cannot be made anew, in the words of the contract. */
export class NotMade extends Error {
  override name = 'NotMade'
  readonly refusal: 'broken' | 'too-many-pixels'
  constructor(refusal: 'broken' | 'too-many-pixels') {
    super(refusal)
    this.refusal = refusal
  }
}

let running: Promise<unknown> = Promise.resolve()

/** Makes a picture anew, upright and without what the camera wrote into it, and a small one beside it. Throws NotMade. */
export function makePicture(source: string, whole: string, thumbnail: string): Promise<Picture> {
  // One at a time: decoding takes memory.
  const make = () => makeApart(source, whole, thumbnail)
  const turn = running.then(make, make)
  running = turn.catch(() => {})
  return turn
}

function makeApart(...paths: string[]): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'picture-worker.ts'), ...paths], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '', VIPS_BLOCK_UNTRUSTED: '1' },
      timeout: picturePatience,
      killSignal: 'SIGKILL',
    })
    let said = ''
    worker.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
    worker.on('error', reject)
    worker.on('close', (code) => {
      if (code !== 0) return reject(new NotMade('broken'))
      const answer = JSON.parse(said) as Picture | { problem: 'too-many-pixels' }
      if ('problem' in answer) reject(new NotMade(answer.problem))
      else resolve(answer)
    })
  })
}
