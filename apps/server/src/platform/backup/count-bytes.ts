import { Transform } from 'node:stream'

/** Passes bytes on, and calls `report` with the number of bytes of each piece. */
export const countBytes = (report: (bytes: number) => void, each: (chunk: Buffer) => void = () => {}): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      each(chunk)
      report(chunk.length)
      done(null, chunk)
    },
  })
