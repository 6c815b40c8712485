import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { openTestNativeApp, sendRaw, webViewOrigin } from '../../../testing/native-app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { pdfOfSize, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import { grantAccess, revokeAccess } from '../../care/file/file.ts'

const content = pdfOfSize(300_000)
const app = await startSharedApp()
const [ana, tessa] = await Promise.all([app.person('client'), app.person('therapist')])
await connectClient(app, tessa, ana)
const id = await uploadFile(app, ana, { name: 'Letter.pdf', kind: 'pdf', bytes: content })
await waitForCheckedFile(ana, id)
const native = openTestNativeApp(app)
await native.signIn(tessa)

const asAna = (work: (tx: never) => Promise<void>) =>
  app.db.asActor({ role: 'client', id: ana.accountId }, work as never)
const share = () => asAna((tx) => grantAccess(tx, [id], [tessa.accountId]))
const revoke = () => asAna((tx) => revokeAccess(tx, [id], 'all'))
const addressOf = async (variant = 'whole') => (await native.call('file/address', { id, variant })).json().url as string

test('a page of the app shows a file by its address alone, with or without CORS', async () => {
  await share()
  const address = await addressOf()
  for (const origin of [undefined, webViewOrigin, 'https://localhost']) {
    const answer = await native.load(address, origin ? { origin } : {})
    expect([answer.status, answer.bytes.equals(content)]).toEqual([200, true])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
  }
  // The cookie of another person has no effect.
  expect((await native.load(address, { cookie: ana.cookies() })).status).toBe(200)
  expect((await native.load(address, { origin: 'https://evil.example' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  // The URL for a browser contains no pass, so it works only with the browser's cookie.
  const { url } = await tessa.api.file.address({ id, variant: 'whole' })
  expect(url).not.toContain('pass=')
  expect((await native.load(url)).status).toBe(401)
})

test('a part of a file is sent, as a player asks for it', async () => {
  const address = await addressOf()
  const part = await native.load(address, { range: 'bytes=100-199', origin: webViewOrigin })
  expect([part.status, part.headers['content-range'], part.bytes.equals(content.subarray(100, 200))]).toEqual([
    206,
    `bytes 100-199/${content.length}`,
    true,
  ])
  const preflight = await sendRaw(`${app.address}${address}`, {
    method: 'OPTIONS',
    headers: { origin: webViewOrigin, 'access-control-request-method': 'GET' },
  })
  expect(preflight.headers['access-control-allow-headers']).toContain('range')
})

test('a changed address, an expired one, and one after the end of its login open nothing', async () => {
  const address = await addressOf()
  const [before = '', pass = ''] = address.split('pass=')
  const [loginId = '', until = '', seal = ''] = pass.split('.')
  for (const wrong of [
    `${before}pass=${loginId}.${Number(until) + 600}.${seal}`,
    `${before}pass=${randomUUID()}.${until}.${seal}`,
    `${before}pass=${loginId}.${until}.${'A'.repeat(43)}`,
    `${before}pass=`,
    `${address}&pass=${pass}`,
    address.replace('/whole?', '/download?'),
    `/api/files/${randomUUID()}/whole?pass=${pass}`,
    `/api/invoice/${randomUUID()}/pdf?pass=${pass}`,
  ])
    expect((await native.load(wrong)).json(), wrong).toMatchObject({ code: 'FORBIDDEN' })
  expect((await native.load(address.replace(/[?&]pass=.*/, ''))).status).toBe(401)
  app.clock.advance(62_000)
  expect((await native.load(address)).status).toBe(403)

  const other = openTestNativeApp(app)
  await other.signIn(tessa)
  const { url } = (await other.call('file/address', { id, variant: 'whole' })).json() as { url: string }
  expect((await native.load(url)).status).toBe(200)
  await other.call('login/signOut')
  expect((await native.load(url)).json()).toMatchObject({ code: 'NO_LOGIN' })
})

test('after a file is no longer shared, its address is that of an unknown file', async () => {
  const address = await addressOf()
  await revoke()
  expect((await native.load(address)).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  await share()
})

test('every address of the API opens with a pass as its account, and only for reading', async () => {
  const logo = `/api/storage/business-logo/${'a'.repeat(64)}`
  expect((await native.load(logo)).status).toBe(401)
  const { url } = (await native.call('nativeApp/address', { address: logo })).json() as { url: string }
  expect((await native.load(url)).status).toBe(404)
  const upload = (await native.call('nativeApp/address', { address: '/api/storage/business-logo' })).json()
  const sent = await sendRaw(`${app.address}${upload.url as string}`, { method: 'POST', body: '{}' })
  expect(sent.status).toBe(403)
  for (const address of ['https://evil.example/api/', '//evil.example', '/dashboard', '/api/a#b', '/api/a\\b'])
    expect((await native.call('nativeApp/address', { address })).json(), address).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a file is uploaded in parts with the bearer token alone @slow', async () => {
  const uploader = openTestNativeApp(app, 'ios')
  await uploader.signIn(ana)
  const bytes = pdfOfSize(50_000)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  for (const origin of [null, webViewOrigin]) {
    const file = randomUUID()
    const send = (method: string, headers: Record<string, string> = {}, body?: Buffer) =>
      sendRaw(`${app.address}/api/uploads${method === 'POST' ? '' : `/${file}`}`, {
        method,
        headers: {
          'tus-resumable': '1.0.0',
          'x-attune-key': app.site.key(),
          authorization: `Bearer ${uploader.token()}`,
          ...(origin && { origin }),
          ...headers,
        },
        ...(body && { body }),
      })
    const metadata = `id ${base64(file)},name ${base64('Page.pdf')},kind ${base64('pdf')}`
    const created = await send('POST', { 'upload-length': String(bytes.length), 'upload-metadata': metadata })
    expect(created.status, `${origin}`).toBe(201)
    const chunk = (from: number, to: number) =>
      send(
        'PATCH',
        { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
        bytes.subarray(from, to),
      )
    const first = await chunk(0, 20_000)
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '20000'])
    expect(first.headers['access-control-allow-origin'] ?? null).toBe(origin)
    expect((await send('HEAD')).headers['upload-offset']).toBe('20000')
    expect((await chunk(20_000, bytes.length)).status).toBe(204)
    await waitForCheckedFile(ana, file)
  }
})
