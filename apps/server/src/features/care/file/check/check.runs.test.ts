import { runs } from '@attune/contract/common/runs.testing'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openClamd } from '../../../../testing/doubles/clamd.ts'
import { fetchFile, waitForCheckedFile, pdfOfSize, jpegPicture, uploadFile } from '../../../../testing/files/uploads.ts'
import { storedKinds } from '../../../../testing/files/stored-files.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { avi, badFiles, blankPicture, mp3, mp4, opus, wav, webm } from './samples.testing.ts'
import { runFileCleanup } from '../file.cleanup.ts'

afterAll(() => clamd.close())
const clamd = await openClamd()
const app = await startSharedApp({ config: { clamd: { host: '127.0.0.1', port: clamd.port } } })
const ana = await app.person('client')

/**
 * The EICAR test file, which every virus scanner reports as infected. It is split in two so that scanners do not
 * report this source file.
 */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

test('of more than 60 bad files none becomes ready, and none is kept @slow', async () => {
  const all = await badFiles()
  expect(all.length).toBeGreaterThanOrEqual(60)
  const tested = all.filter((_, at) => at % runs(3, 1) === 0)
  for (let from = 0; from < tested.length; from += 20) {
    await Promise.all(
      tested.slice(from, from + 20).map(async (file) => {
        const id = await uploadFile(app, ana, file)
        const seen = await waitForCheckedFile(ana, id)
        expect([seen.state, file.name], JSON.stringify(seen)).toEqual(['refused', file.name])
        expect(seen.refusal, file.name).toMatch(/^(type|disguised|broken|too-many-pixels)$/)
        await expect(ana.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_READY' })
        await expect.poll(() => storedKinds(app, id)).toEqual([])
      }),
    )
  }
})

test.concurrent.each([
  ['a.jpg', 'image', () => blankPicture().jpeg().toBuffer(), 'image/jpeg'],
  ['a.png', 'image', () => blankPicture().png().toBuffer(), 'image/png'],
  ['a.webp', 'image', () => blankPicture().webp().toBuffer(), 'image/webp'],
  ['a.gif', 'image', () => blankPicture().gif().toBuffer(), 'image/webp'],
  ['a.avif', 'image', () => blankPicture().avif().toBuffer(), 'image/webp'],
  ['a.pdf', 'pdf', pdfOfSize, 'application/pdf'],
  ['a.mp4', 'video', () => mp4(['vide', 'soun']), 'video/mp4'],
  ['a.mov', 'video', () => mp4(['vide'], 'qt  '), 'video/quicktime'],
  ['a.webm', 'video', () => webm([1, 2]), 'video/webm'],
  ['a.avi', 'video', avi, 'video/x-msvideo'],
  ['a.mp3', 'audio', mp3, 'audio/mpeg'],
  ['a.m4a', 'audio', () => mp4(['soun'], 'M4A '), 'audio/mp4'],
  ['voice.mp4', 'audio', () => mp4(['soun'], 'iso5'), 'audio/mp4'],
  ['voice.webm', 'video', () => webm([2]), 'audio/webm'],
  ['voice.ogg', 'audio', opus, 'audio/ogg'],
  ['a.wav', 'audio', wav, 'audio/wav'],
] as const)('%s is accepted and served with its detected type [5.07] @slow', async (name, kind, make, type) => {
  const id = await uploadFile(app, ana, { name, kind, bytes: await make() })
  const file = await waitForCheckedFile(ana, id)
  expect(file).toMatchObject({ state: 'ready', type, kind: type === 'audio/webm' ? 'audio' : kind })
  expect((await fetchFile(app, ana, id)).headers.get('content-type')).toBe(type)
})

test('the size limit is that of the detected type: 26 MB of audio is too large, whatever it was declared as @slow', async () => {
  const bytes = mp4(['soun'], 'isom', 26 * 1024 * 1024)
  const id = await uploadFile(app, ana, { name: 'voice.mp4', kind: 'video', bytes })
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'refused', refusal: 'too-large' })
})

test('an infected file is stored where no one can download it', async () => {
  const id = await uploadFile(app, ana, { name: 'a.pdf', kind: 'pdf', bytes: Buffer.concat([pdfOfSize(), eicar]) })
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'quarantined', refusal: 'infected' })
  await expect.poll(() => storedKinds(app, id)).toEqual(['quarantine'])
  await expect(ana.api.file.address({ id, variant: 'download' })).rejects.toMatchObject({ code: 'NOT_READY' })
  await ana.api.file.delete({ id })
  await runFileCleanup(app)
  expect(await storedKinds(app, id)).toEqual([])
})

test.each(['down', 'mute'] as const)(
  'while the scanner is %s a file waits and never counts as clean @slow',
  async (mode) => {
    clamd.mode = mode
    try {
      const id = await uploadFile(app, ana, { name: 'a.jpg', kind: 'image', bytes: await jpegPicture() })
      const before = clamd.scans
      await expect
        .poll(() => app.logged.filter((line) => line.includes('a job failed') && line.includes('file-check')).length)
        .toBeGreaterThan(0)
      expect((await ana.api.file.mine({ ids: [id] })).items[0]?.state).toBe('checking')
      await expect(ana.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_READY' })
      expect(clamd.scans).toBeGreaterThanOrEqual(before)
      clamd.mode = 'up'
      // The cleanup enqueues the check again after some minutes, even if the first job has failed permanently.
      app.clock.advance(6 * 60_000)
      await runFileCleanup(app)
      expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready' })
    } finally {
      clamd.mode = 'up'
      app.logged.length = 0
    }
  },
  40_000,
)

test('an animated picture stays animated @slow', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const id = await uploadFile(app, ana, { name: 'a.gif', kind: 'image', bytes })
  expect(await waitForCheckedFile(ana, id)).toMatchObject({ state: 'ready', width: 20, height: 20 })
  const shown = Buffer.from(await (await fetchFile(app, ana, id)).arrayBuffer())
  expect((await sharp(shown).metadata()).pages).toBe(2)
})
