import { Writable } from 'node:stream'

/**
 * Writes to the input of a program, and reads on if the program closes it, as tar does at the last entry. Otherwise the rest would not be checked, and
 * its sender would wait for ever.
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
