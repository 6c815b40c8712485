import { isDeep } from '@attune/contract/common/runs.testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { processPicture, PictureError } from '../../../../platform/files/picture.ts'
import { hugePng } from './samples.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'attune-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f6b62' } })

async function made(name: string, bytes: Buffer) {
  writeFileSync(at(name), bytes)
  return processPicture(at(name), at('whole'), at('thumbnail'))
}

/** Returns a small JPEG with a header that declares this width and height. */
async function declaring(width: number, height: number, progressive: boolean) {
  const bytes = await blank(16, 16).jpeg({ progressive }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

test.runIf(isDeep)(
  'a photo of more than 40 megapixels is stored at half its sides, upright and without location',
  async () => {
    const photo = blank(7400, 5600).withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    const bytes = await photo.withMetadata({ orientation: 6 }).toColourspace('b-w').jpeg().toBuffer()
    expect(await made('photo.jpg', bytes)).toEqual({ type: 'image/jpeg', width: 2800, height: 3700 })
    const { exif, orientation } = await sharp(at('whole')).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    expect(await sharp(at('thumbnail')).metadata()).toMatchObject({ width: 363, height: 480 })
  },
)

test('a smaller photo keeps its dimensions', async () => {
  expect(await made('small.jpg', await blank(4000, 3000).jpeg().toBuffer())).toMatchObject({
    width: 4000,
    height: 3000,
  })
})

test.each([
  ['a JPEG of 66 megapixels', 'large.jpg', () => declaring(8250, 8000, false)],
  ['one of 50 that has to be held whole', 'passes.jpg', () => declaring(8160, 6144, true)],
  ['a PNG of 41', 'large.png', () => hugePng(6_404)],
])('%s is not decoded @slow', async (_, name, bytes) => {
  await expect(made(name, await bytes())).rejects.toMatchObject({ refusal: 'too-many-pixels', name: PictureError.name })
})
