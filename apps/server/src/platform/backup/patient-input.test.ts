import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { patientInput } from './patient-input.ts'

test('a stream is read to its end although its program ends after the first bytes', async () => {
  let sent = 0
  const bytes = Readable.from(
    (function* () {
      for (; sent < 200; sent++) yield Buffer.alloc(65_536, 'x')
    })(),
  )
  const child = spawn('head', ['-c', '10'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  const [shown] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    pipeline(bytes, patientInput(child.stdin)),
  ])
  expect((await ended)[0]).toBe(0)
  expect([shown.join(''), sent]).toEqual(['x'.repeat(10), 200])
})
