import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** The shortest pause in milliseconds. Shorter waits add up until they reach it. */
const shortestPause = 5

/** Returns a function that creates transforms. Together, they pass at most `kilobytesPerSecond` kilobytes in a second. */
export function limitRate(kilobytesPerSecond: number): () => Transform {
  const bytesPerMillisecond = (kilobytesPerSecond * 1024) / 1000
  let freeAt = performance.now()
  const wait = async (bytes: number) => {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + bytes / bytesPerMillisecond
    if (freeAt - now >= shortestPause) await pause(freeAt - now)
  }
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        void wait(chunk.length).then(() => done(null, chunk))
      },
    })
}
