import { Writable } from 'node:stream'

/**
 * Writes to the input of a program, and discards the rest if the program closes its input early, as tar does at the last entry. Without this, the
 * rest would not be verified, and the sender would wait forever.
 */
export function patientInput(input: Writable): Writable {
  input.on('error', () => {})
  return new Writable({
    write(chunk, _encoding, done) {
      if (input.writable) input.write(chunk, () => done())
      else done()
    },
    final(done) {
      input.end()
      done()
    },
    destroy(error, done) {
      input.destroy()
      done(error)
    },
  })
}
