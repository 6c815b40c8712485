import { maxAvatarBytes } from '@attune/contract/common/constants'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import type { Person } from '../../testing/people.ts'
import { postAvatar } from '../../testing/files/avatars.ts'

const app = await startSharedApp()
const ana = await app.person('client')

const blank = (width = 900, height = 600) => sharp({ create: { width, height, channels: 3, background: '#2f6b62' } })

const upload = (person: Person | null, bytes: Buffer, type?: string) => postAvatar(app, person, bytes, type)

/** Returns a PNG with a header that declares `side` × `side` pixels, but with almost no image data. */
function hugePng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an uploaded picture is served as a square WebP without EXIF data [3.15, 7.08] @slow', async () => {
  const photo = await blank()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ana' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 33/1 0/1' } })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const answer = await upload(ana, photo, 'image/jpeg')
  expect(answer.status).toBe(200)
  const { path, url } = (await answer.json()) as { path: string; url: string }
  expect(path).toMatch(new RegExp(`^${ana.accountId}/\\d{13}-[\\w-]{22}\\.webp$`))
  expect(await ana.api.account.setAvatar({ path })).toMatchObject({ avatarUrl: url })
  const shown = await fetch(app.address + url)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('cache-control')).toBe('public, max-age=3600')
  const seen = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect(seen).toMatchObject({ format: 'webp', width: 512, height: 512 })
  expect(seen.exif).toBeUndefined()
})

test('the address of an avatar answers 404 once the avatar is replaced or removed @slow', async () => {
  const paths: string[] = []
  for (const format of ['png', 'webp', 'gif'] as const) {
    paths.push(
      (
        (await (await upload(ana, await blank().toFormat(format).toBuffer(), `image/${format}`)).json()) as {
          path: string
        }
      ).path,
    )
  }
  const { items } = await ana.api.account.avatars({})
  expect(items.map((item) => item.path)).toEqual(expect.arrayContaining(paths))
  expect(items.map((item) => item.name)).toEqual(items.map((item) => item.name).toSorted())
  await ana.api.account.setAvatar({ path: paths[2] ?? '' })
  expect((await ana.api.account.avatars({})).items.map((item) => item.path)).toEqual([paths[2]])
  expect((await fetch(`${app.address}/avatars/${paths[0]}`)).status).toBe(404)
  expect(await ana.api.account.setAvatar({ path: null })).toMatchObject({ avatarUrl: null })
  expect((await fetch(`${app.address}/avatars/${paths[2]}`)).status).toBe(404)
})

test('neither a picture of somebody else nor a made-up path can be set or read as an avatar @slow', async () => {
  const leo = await app.person('client', 2)
  const { path } = (await (await upload(leo, await blank().png().toBuffer())).json()) as { path: string }
  for (const wrong of [
    path,
    `${ana.accountId}/../secrets.json`,
    '../../secrets/secrets.json',
    `${ana.accountId}/1700000000000-AAAAAAAAAAAAAAAAAAAAAA.webp`,
  ]) {
    expect((await ana.send('account/setAvatar', { path: wrong })).status, wrong).toBe(404)
  }
  for (const wrong of ['..%2f..%2fsecrets%2fsecrets.json', `${leo.accountId}/`, `${leo.accountId}`, 'x.webp']) {
    expect((await fetch(`${app.address}/avatars/${wrong}`)).status, wrong).toBe(404)
  }
})

test('an upload without a login is refused', async () => {
  expect((await upload(null, await blank().png().toBuffer())).status).toBe(401)
})

test.each([
  ['a file of more than 5 MB', () => Buffer.concat([hugePng(10), Buffer.alloc(maxAvatarBytes)]), 'image/png', 413],
  ['a body of more than 6 MB', () => Buffer.alloc(6 * 1024 * 1024 + 1), 'image/png', 413],
  ['a text', () => Buffer.from('hello'), 'text/plain', 415],
  ['a text that is declared as a picture', () => Buffer.from('hello'), 'image/png', 415],
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image/svg+xml',
    415,
  ],
  ['a page with the first bytes of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>'), 'image/gif', 415],
  ['a PDF by another name', () => Buffer.from('%PDF-1.7\n%âãÏÓ'), 'image/jpeg', 415],
  ['30,000 × 30,000 pixels', () => hugePng(30_000), 'image/png', 415],
  ['a picture that breaks off', () => hugePng(600), 'image/png', 415],
  ['nothing', () => Buffer.alloc(0), 'image/png', 415],
])('%s is refused [5.01] @slow', async (_, bytes, type, status) => {
  const before = (await ana.api.account.avatars({})).items
  expect((await upload(ana, bytes(), type)).status).toBe(status)
  expect((await ana.api.account.avatars({})).items).toEqual(before)
})

test('a person’s own pictures are listed by name, ascending, at most a hundred at a time [9.13]', async () => {
  const mia = await app.person('client', 3)
  const put = () => app.avatars.put(mia.accountId, Buffer.from('a picture'))
  const paths = await Promise.all(Array.from({ length: 102 }, put))
  const names = paths.map((path) => path.split('/')[1] ?? '').toSorted()
  const list = async (page: { limit?: number; offset?: number }) =>
    (await mia.api.account.avatars(page)).items.map(({ name }) => name)
  expect(await list({})).toEqual(names.slice(0, 100))
  expect(await list({ offset: 100 })).toEqual(names.slice(100))
  expect(await list({ limit: 2, offset: 1 })).toEqual(names.slice(1, 3))
  expect((await mia.send('account/avatars', { limit: 101 })).status).toBe(400)
  expect((await ana.api.account.avatars({})).items.map(({ name }) => name)).not.toContain(names[0])
})
