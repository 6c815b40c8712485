import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { downloadAddress } from './download-address.ts'
import { mountOneUseDownloads } from './downloads.ts'

const app = await startSharedApp({ worker: false })
const client = await app.person('client')
const path = '/api/test/downloads'

/** Mounts a download whose preparation calls `prepare`, and returns a function that opens one address of the client. */
function mountDownload(isBusy: () => boolean, prepare: () => unknown) {
  const server = Fastify()
  mountOneUseDownloads(server, app, {
    path,
    roles: ['client'],
    isBusy,
    prepare: async () => {
      await prepare()
      return () => ({ type: 'text/plain', name: 'a.txt', content: 'text' })
    },
  })
  const { url } = downloadAddress(app, path, { accountId: client.accountId, order: { as: 'txt' } })
  return async () => {
    const { statusCode, headers } = await server.inject({ url, headers: { cookie: client.cookies() } })
    return [statusCode, headers['retry-after']]
  }
}

test('an address works again after another download took the last place while this one was prepared, and then only once', async () => {
  let isFull = false
  let isTaken = true
  const open = mountDownload(
    () => isFull,
    () => (isFull = isTaken),
  )
  expect(await open()).toEqual([503, '30'])
  isFull = isTaken = false
  expect(await open()).toEqual([200, undefined])
  expect(await open()).toEqual([403, undefined])
  expect(await open()).toEqual([403, undefined])
})

test('an address works again after its preparation failed', async () => {
  let isBroken = true
  const open = mountDownload(
    () => false,
    () => {
      if (isBroken) throw new Error('the database does not answer')
    },
  )
  expect(await open()).toEqual([500, undefined])
  isBroken = false
  expect(await open()).toEqual([200, undefined])
})

test('of two requests that use an address at the same time, one gets the download, and later ones are refused', async () => {
  const open = mountDownload(
    () => false,
    () => {},
  )
  const answers = await Promise.all([open(), open(), open()])
  expect(answers.map(([status]) => status).toSorted()).toEqual([200, 403, 403])
  expect(await open()).toEqual([403, undefined])
})
