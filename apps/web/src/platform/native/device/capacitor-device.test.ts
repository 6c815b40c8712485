// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The plugins of a device. A method that is not in `answers` fails, as it does without permission. */
const device = vi.hoisted(() => ({
  answers: {} as Record<string, (options: never) => unknown>,
  calls: [] as [name: string, options: unknown][],
}))
const plugin = vi.hoisted(() => (name: string) => async (options: unknown): Promise<unknown> => {
  device.calls.push([name, options])
  const answer = device.answers[name]
  if (!answer) throw new Error('denied')
  return answer(options as never)
})

vi.mock('@capacitor/core', async (original) => ({
  ...(await original<typeof import('@capacitor/core')>()),
  SystemBars: { setStyle: plugin('setStyle') },
}))
vi.mock('@capacitor/camera', () => ({
  Camera: { takePhoto: plugin('takePhoto'), checkPermissions: plugin('checkPermissions') },
}))
vi.mock('@capacitor/filesystem', () => ({
  Directory: { Cache: 'CACHE' },
  Filesystem: { writeFile: plugin('writeFile'), deleteFile: plugin('deleteFile'), rmdir: plugin('rmdir') },
}))
vi.mock('@capacitor/keyboard', () => ({ Keyboard: { addListener: plugin('addListener') } }))
vi.mock('@capacitor/share', () => ({ Share: { share: plugin('share') } }))

// Other files of this worker may have loaded the module with the real plugins.
vi.resetModules()
const { capacitorDevice: port } = await import('./capacitor-device.ts')
const called = (name: string) => device.calls.filter(([called]) => called === name).map(([, options]) => options)

beforeEach(() => {
  device.answers = {}
  device.calls.splice(0)
})
afterEach(() => vi.unstubAllGlobals())

test('whatever the person has not permitted stays silent [8.10]', async () => {
  port.onKeyboard(() => {})
  await Promise.all([port.setBars('dark'), port.removeShared()])
  expect(await port.camera.takePhoto()).toBeNull()
  expect(await port.camera.isPermitted()).toBe(false)
  expect(await port.share({ text: 'A link' })).toBe(false)
  expect(await port.share({ file: { name: 'a.pdf', content: new Blob(['pdf']) } })).toBe(false)
})

test.each([
  ['granted', true],
  ['denied', false],
  ['prompt', null],
  ['prompt-with-rationale', null],
])('a camera that is %s is reported as %s', async (camera, is) => {
  device.answers.checkPermissions = () => ({ camera, photos: 'denied' })
  expect(await port.camera.isPermitted()).toBe(is)
})

test.each(['/data/user/0/org.attune.app/cache/photo.jpg', 'file:///var/mobile/tmp/photo.jpg'])(
  'a photo at %s is read and its file deleted, so that no copy stays on the device',
  async (uri) => {
    device.answers.takePhoto = () => ({ uri, webPath: 'https://localhost/_capacitor_file_/photo.jpg' })
    device.answers.deleteFile = () => undefined
    vi.stubGlobal('fetch', async () => new Response('a photo', { headers: { 'content-type': 'image/jpeg' } }))
    const photo = await port.camera.takePhoto()
    expect([photo?.type, await photo?.text()]).toEqual(['image/jpeg', 'a photo'])
    expect(called('takePhoto')).toMatchObject([{ saveToGallery: false }])
    expect(called('deleteFile')).toEqual([{ path: uri.startsWith('/') ? `file://${uri}` : uri }])
  },
)

test('a photo that cannot be read is none, and its file is deleted as well', async () => {
  device.answers.takePhoto = () => ({ uri: '/cache/photo.jpg', webPath: 'https://localhost/photo.jpg' })
  device.answers.deleteFile = () => undefined
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')))
  expect(await port.camera.takePhoto()).toBeNull()
  expect(called('deleteFile')).toHaveLength(1)
})

test('a shared file is a copy in the cache, whose name leads to no other folder', async () => {
  device.answers.rmdir = () => undefined
  device.answers.writeFile = ({ path }: { path: string }) => ({ uri: `file:///cache/${path}` })
  device.answers.share = () => ({ activityType: '' })
  expect(await port.share({ file: { name: '../Invoice 7.pdf', content: new Blob(['pdf']) } })).toBe(true)
  expect(called('writeFile')).toMatchObject([
    { path: 'shared/.. Invoice 7.pdf', data: btoa('pdf'), directory: 'CACHE' },
  ])
  expect(called('share')).toEqual([{ files: ['file:///cache/shared/.. Invoice 7.pdf'] }])
  // The copy of the previously shared file is deleted first.
  expect(called('rmdir')).toEqual([{ path: 'shared', directory: 'CACHE', recursive: true }])
})

test('a text and a link are shared as they are, and the text of the bars fits the color scheme', async () => {
  device.answers.share = () => ({})
  device.answers.setStyle = () => undefined
  expect(await port.share({ text: 'Connect with me', url: 'https://practice.example/join' })).toBe(true)
  expect(called('share')).toEqual([{ text: 'Connect with me', url: 'https://practice.example/join' }])
  await port.setBars('dark')
  await port.setBars('light')
  expect(called('setStyle')).toEqual([{ style: 'DARK' }, { style: 'LIGHT' }])
})

test('the listener hears that the keyboard has opened', async () => {
  device.answers.addListener = () => undefined
  port.onKeyboard(() => {})
  expect(called('addListener')).toEqual(['keyboardDidShow'])
})
