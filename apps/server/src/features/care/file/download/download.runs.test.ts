import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { fetchFile, waitForCheckedFile, pdfOfSize, uploadFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { grantAccess, revokeAccess } from '../file.ts'

const races = runs(10, 100)
const content = pdfOfSize(30 * 1024 * 1024)
const app = await startSharedApp()
const [ana, tessa] = await Promise.all([app.person('client'), app.person('therapist')])
const id = await uploadFile(app, ana, { name: 'Brief an „Leo“\r\n.pdf', kind: 'pdf', bytes: content })
await waitForCheckedFile(ana, id)

const asAna = (work: (tx: never) => Promise<void>) =>
  app.db.asActor({ role: 'client', id: ana.accountId }, work as never)
const share = () => asAna((tx) => grantAccess(tx, [id], [tessa.accountId]))
const revoke = () => asAna((tx) => revokeAccess(tx, [id], 'all'))
const get = (url: string, cookie: string | null) => fetch(app.address + url, { headers: cookie ? { cookie } : {} })

test('an address is valid for one reader, one file and one minute', async () => {
  await share()
  const before = app.clock.now().getTime()
  const { url, expiresAt } = await tessa.api.file.address({ id, variant: 'whole' })
  const asked = Date.parse(expiresAt) - 60_000
  expect([asked >= before - 1000, asked <= app.clock.now().getTime()]).toEqual([true, true])
  expect((await get(url, tessa.cookies())).status).toBe(200)
  expect((await get(url, null)).status).toBe(401)
  expect((await get(url, ana.cookies())).status).toBe(404)
  expect((await get(url, (await app.person('admin')).cookies())).status).toBe(404)
  const other = randomUUID()
  for (const wrong of [
    url.replace(/until=\d+/, `until=${Number(/until=(\d+)/.exec(url)?.[1]) + 600}`),
    url.replace(id, other),
    url.replace('/whole?', '/download?'),
    url.replace(tessa.accountId, ana.accountId),
    url.replace(/seal=.+/, 'seal=AAAA'),
    url.replace(/&seal=.+/, ''),
    `/api/files/${id}/whole`,
    url.replace('/whole?', '/..%2fwhole?'),
    `${url}&reader=${tessa.accountId}`,
  ]) {
    expect((await get(wrong, tessa.cookies())).status, wrong).toBe(403)
  }
  const weak = await app.secondBrowser(tessa, 1)
  expect((await get(url, weak.cookies())).status).toBe(401)
  app.clock.advance(62_000)
  expect((await get(url, tessa.cookies())).status).toBe(403)
})

test('a file name is escaped in the response header', async () => {
  const answer = await fetchFile(app, ana, id, 'download')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Brief an _Leo___.pdf"; filename*=UTF-8''Brief%20an%20%E2%80%9ELeo%E2%80%9C__.pdf`,
  )
  await answer.body?.cancel()
})

test('no address is given to a person without access or for an unknown file', async () => {
  await revoke()
  for (const [person, named] of [
    [tessa, id],
    [await app.person('client', 2), id],
    [ana, randomUUID()],
  ] as const) {
    await expect(person.api.file.address({ id: named, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test(`in ${races} races of revoking and reading, no request after the revocation reads a byte @slow`, async () => {
  let [before, after] = [0, 0]
  for (let round = 0; round < races; round++) {
    await share()
    const { url } = await tessa.api.file.address({ id, variant: 'whole' })
    const read = async () => {
      const answer = await fetch(app.address + url, { headers: { cookie: tessa.cookies(), range: 'bytes=0-999' } })
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }
    const racing = [read(), read()]
    const revoked = revoke().then(read)
    racing.push(read())
    const late = await revoked
    expect(late.status, `round ${round}`).toBe(404)
    for (const { status, bytes } of await Promise.all(racing)) {
      expect([206, 404]).toContain(status)
      if (status === 206) expect(bytes).toBe(1000)
      if (status === 206) before++
      else after++
    }
    await expect(tessa.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(before + after).toBe(races * 3)
})

test('revoking aborts a running download @slow', async () => {
  await share()
  const { url } = await tessa.api.file.address({ id, variant: 'download' })
  const outcome = await new Promise<{ bytes: number; milliseconds: number; whole: boolean }>((resolve, reject) => {
    let [bytes, revokedAt] = [0, 0]
    const asked = request(app.address + url, { headers: { cookie: tessa.cookies() } }, (answer) => {
      // Reads slowly, so that the connection buffers bytes that the server has sent.
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        answer.pause()
        setTimeout(() => answer.resume(), 50)
      })
      answer.once('data', () => {
        revoke().then(() => {
          revokedAt = performance.now()
        }, reject)
      })
      asked.on('close', () => resolve({ bytes, milliseconds: performance.now() - revokedAt, whole: answer.complete }))
      answer.on('error', () => {})
    })
    asked.on('error', () => {})
    asked.end()
  })
  expect(outcome.whole).toBe(false)
  expect(outcome.bytes).toBeLessThan(content.length)
  expect(outcome.milliseconds).toBeLessThan(60_000)
})

test('signing out invalidates an address', async () => {
  const browser = await app.secondBrowser(ana, 1)
  const { url } = await browser.api.file.address({ id, variant: 'whole' })
  await browser.api.login.signOut({})
  expect((await get(url, browser.cookies())).status).toBe(401)
})

test('a therapist who opens a client’s file is in the client’s access log, the owner is not', async () => {
  await connectClient(app, tessa, ana)
  await share()
  await ana.api.file.address({ id, variant: 'whole' })
  await tessa.api.file.address({ id, variant: 'whole' })
  await tessa.api.file.address({ id, variant: 'download' })
  const { items } = await ana.api.access.mine({})
  expect(items.filter(({ thing }) => thing === 'file')).toHaveLength(1)
})

test('open pages receive a change when access to a file ends and when the check of a file completes @slow', async () => {
  await share()
  const [theirs, mine] = [openTestSocket(app.address, tessa), openTestSocket(app.address, ana)]
  await Promise.all([theirs.frame('welcome'), mine.frame('welcome')])
  theirs.send({ type: 'subscribe', ref: 'lost', table: 'file_readers' })
  mine.send({ type: 'subscribe', ref: 'state', table: 'files' })
  await Promise.all([theirs.frame('subscribed'), mine.frame('subscribed')])
  await revoke()
  expect(await theirs.frame('change')).toMatchObject({ event: 'DELETE', keys: { file_id: id } })
  const next = await uploadFile(app, ana, { name: 'a.pdf', kind: 'pdf', bytes: pdfOfSize(3000) })
  const isReady = ({ keys }: { keys: Record<string, unknown> }) => keys.id === next && keys.state === 'ready'
  expect(await mine.frame('change', isReady)).toMatchObject({ event: 'UPDATE' })
  expect(JSON.stringify([...theirs.frames, ...mine.frames])).not.toContain('a.pdf')
  theirs.close()
  mine.close()
})
