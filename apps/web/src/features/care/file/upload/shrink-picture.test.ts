import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'

const megabyte = 1024 * 1024
type Drawn = { width: number; height: number; type: string }
let drawn: Drawn[]
/** Returns the size and type of the file that the stubbed canvas writes. */
let writes: (side: number, type: string) => { bytes: number; type: string }

beforeEach(() => {
  drawn = []
  writes = (_, type) => ({ bytes: 4 * megabyte, type })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => {} } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    drawn.push({ width: this.width, height: this.height, type: type ?? '' })
    const made = writes(Math.max(this.width, this.height), type ?? '')
    done(new Blob([new Uint8Array(made.bytes)], { type: made.type }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const file = (name: string, type: string, head = '') => new File([head, 'x'], name, { type })

test('a JPEG stays a JPEG where other pictures become WebP with the matching extension', async () => {
  expect(await shrinkPicture(file('lake.JPG', 'image/jpeg'))).toMatchObject({ name: 'lake.JPG', type: 'image/jpeg' })
  expect(await shrinkPicture(file('a.b.png', 'image/png'))).toMatchObject({ name: 'a.b.webp', type: 'image/webp' })
  expect(drawn).toEqual([
    { width: 4096, height: 3072, type: 'image/jpeg' },
    { width: 4096, height: 3072, type: 'image/webp' },
  ])
})

test('a picture is scaled down until it is small enough to send @slow', async () => {
  writes = (side, type) => ({ bytes: side > 3000 ? 11 * megabyte : 9 * megabyte, type })
  expect((await shrinkPicture(file('lake.jpg', 'image/jpeg')))?.size).toBe(9 * megabyte)
  expect(drawn.map(({ width }) => width)).toEqual([4096, 2896])
  writes = (_, type) => ({ bytes: 11 * megabyte, type })
  expect(await shrinkPicture(file('lake.jpg', 'image/jpeg'))).toBeNull()
})

test('animations, undecodable pictures and types that the browser cannot write are not shrunk', async () => {
  expect(await shrinkPicture(file('a.png', 'image/png', '\u0089PNG....IHDR....acTL'))).toBeNull()
  expect(await shrinkPicture(file('a.webp', 'image/webp', 'RIFF....WEBPVP8X....ANIM'))).toBeNull()
  expect(await shrinkPicture(file('a.avif', 'image/avif', '\0\0\0 ftypavis'))).toBeNull()
  expect(drawn).toEqual([])
  writes = () => ({ bytes: 10, type: 'image/png' })
  expect(await shrinkPicture(file('a.webp', 'image/webp'))).toBeNull()
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no picture', 'InvalidStateError')))
  expect(await shrinkPicture(file('lake.jpg', 'image/jpeg'))).toBeNull()
})
