import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bankFileLimit } from '../../../../platform/files/limits.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { camtFile } from './bank-file.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other, busy] = await Promise.all([1, 2, 3].map((number) => app.person('therapist', number)))

const headers = (as?: Person) => ({
  origin: app.address,
  'x-attune-key': app.site.key(),
  'content-type': 'text/xml',
  ...(as && { cookie: as.cookies() }),
})
const upload = async (as?: Person) => {
  const address = `${app.address}/api/storage/bank-file`
  return (await fetch(address, { method: 'POST', headers: headers(as), body: camtFile([{}]) })).status
}

/** Begins an upload of 10 MB and sends only its first bytes. */
function beginUpload(as?: Person): Socket {
  const { hostname, port, host } = new URL(app.address)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host, 'content-length': 10_000_000, ...headers(as) })
  socket.write(
    `POST /api/storage/bank-file HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n<Document`,
  )
  return socket
}
/** Returns the first line of the response to an upload of which only the first bytes were sent; '' if there is none yet. */
async function answerBeforeBody(as?: Person): Promise<string> {
  const socket = beginUpload(as)
  socket.once('data', () => socket.end())
  const late = setTimeout(() => socket.end(), 5_000)
  try {
    return (await text(socket)).split('\r\n', 1)[0] ?? ''
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

test('an upload is refused before its body is read: without a login, and after too many uploads', async () => {
  expect(await answerBeforeBody()).toContain(' 401 ')
  const as = busy as Person
  for (let time = 0; time < bankFileLimit.count; time += 1)
    await app.auth.rateLimit.hit('bank-file', as.accountId, bankFileLimit)
  expect(await answerBeforeBody(as)).toContain(' 429 ')
})

test('a therapist has one file at a time, until it is answered or its connection is lost @slow', async () => {
  let socket = beginUpload(therapist).resume()
  await expect
    .poll(() => {
      // If the complete upload came first, the server has refused the unfinished one, which is then begun again.
      if (socket.bytesRead > 0) socket = beginUpload(therapist).resume()
      return upload(therapist)
    })
    .toBe(429)
  expect(await upload(other)).toBe(200)
  socket.destroy()
  await expect.poll(() => upload(therapist)).toBe(200)
  expect(await upload(therapist)).toBe(200)
})

test('of several files that are sent at once, the others are refused while one is read @slow', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(other)))
  expect(new Set(answers)).toEqual(new Set([200, 429]))
  expect(await upload(other)).toBe(200)
})
