import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetCircuitBreakers } from '../../../platform/api/circuit-breaker.ts'
import { browserZone } from '../../../platform/login/login.ts'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { momentText } from '../../../ui/page/date-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { FileList, FilePicker, FilePicture, ScanPicker, VoiceNoteRecorder } from './file.ts'
import { MediaPlayer } from './play/MediaPlayer.tsx'
import { Uploads } from './upload/uploads.ts'

let uploads: Uploads
beforeEach(() => {
  localStorage.clear()
  uploads = new Uploads({
    owner: 'ana',
    openTransfer: async () => ({ start() {}, pause: async () => {} }),
    fetchFiles: async () => [],
    deleteFile: async () => {},
    shrink: async () => null,
    signIn: async () => {},
    newId: () => crypto.randomUUID(),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetCircuitBreakers()
})

const kept = (change: Partial<StoredFile> = {}): StoredFile => ({
  id: crypto.randomUUID(),
  name: 'Letter.pdf',
  kind: 'pdf',
  type: 'application/pdf',
  size: 2_000_000,
  state: 'ready',
  refusal: null,
  width: null,
  height: null,
  seconds: null,
  hasThumbnail: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...change,
})

function microphone(answer: () => Promise<unknown>, supported = true) {
  vi.stubGlobal(
    'MediaRecorder',
    Object.assign(class {}, { isTypeSupported: (type: string) => supported && type.startsWith('audio/webm') }),
  )
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: answer } })
}
const failing = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

test.each([
  ['NotAllowedError', true, uiText('file:voice.problem.denied')],
  ['NotFoundError', true, uiText('file:voice.problem.missing')],
  ['NotReadableError', true, uiText('file:voice.problem.failed')],
  ['NotFoundError', false, uiText('file:voice.problem.unsupported')],
])('a recording that fails with %s (supported: %s) says why [8.05]', async (name, supported, text) => {
  microphone(failing(name), supported)
  await renderPage(<VoiceNoteRecorder uploads={uploads} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('file:voice.start') }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a video of 100 MB is rejected with the reason [5.07, 8.05]', async () => {
  await renderPage(
    <>
      <Toasts />
      <FilePicker uploads={uploads} />
    </>,
  )
  await screen.findByRole('button', { name: 'Add files' })
  const video = new File(['x'], 'film.mp4', { type: 'video/mp4' })
  Object.defineProperty(video, 'size', { value: 100 * 1024 * 1024 })
  const input = document.querySelector('input[type=file]')
  fireEvent.change(input as Element, { target: { files: [video] } })
  expect(await screen.findByText(`film.mp4: ${uiText('file:problem.videoTooLarge', { size: '100 MB' })}`)).toBeTruthy()
})

test('dropped and pasted files are added like chosen ones', async () => {
  const add = vi.spyOn(uploads, 'add')
  await renderPage(<FilePicker uploads={uploads} />)
  const button = await screen.findByRole('button', { name: 'Add files' })
  const picker = button.parentElement?.parentElement as HTMLElement
  const files = [new File(['x'], 'a.pdf', { type: 'application/pdf' })]
  fireEvent.drop(picker, { dataTransfer: { files } })
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1))
  const pasted = Object.assign(new Event('paste', { cancelable: true }), { clipboardData: { files } })
  dispatchEvent(pasted)
  await waitFor(() => expect(add).toHaveBeenCalledTimes(2))
})

test('a picker for a scan takes one image or PDF and says so', async () => {
  const add = vi.spyOn(uploads, 'add')
  await renderPage(
    <>
      <Toasts />
      <ScanPicker uploads={uploads} />
    </>,
  )
  const button = await screen.findByRole('button', { name: uiText('file:scan.add') })
  const picker = button.parentElement?.parentElement as HTMLElement
  const drop = (...files: File[]) => fireEvent.drop(picker, { dataTransfer: { files } })
  drop(new File(['x'], 'song.mp3', { type: 'audio/mpeg' }))
  expect(await screen.findByText(uiText('file:scan.only'))).toBeTruthy()
  const page = new File(['x'], 'page.png', { type: 'image/png' })
  drop(page, page)
  expect(add).not.toHaveBeenCalled()
  expect(document.querySelector('input[type=file]')?.getAttribute('accept')).not.toMatch(/mp3|mp4/)
  drop(page)
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1))
})

test('a file can be viewed, opened and downloaded when it is ready, and shows the reason when it is refused @slow', async () => {
  const { calls } = mockServer({
    'file/address': ({ id, variant }: { id: string; variant: string }) => ({
      url: `/api/files/${id}/${variant}?seal=x`,
      expiresAt: '2026-11-20T10:01:00.000Z',
    }),
  })
  const files = [kept(), kept({ name: 'a.mp4', kind: 'video', state: 'refused', refusal: 'disguised', type: null })]
  await renderPage(<FileList files={files} />)
  expect(await screen.findByText(uiText('file:problem.disguised'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Letter.pdf' }))
  const dialog = await screen.findByRole('dialog', { name: 'Letter.pdf' })
  const open = await within(dialog).findByRole('link', { name: uiText('file:view.open') })
  await waitFor(() => expect(open.getAttribute('href')).toContain('/whole?seal=x'))
  expect(open.getAttribute('rel')).toBe('noopener noreferrer')
  expect(within(dialog).getByRole('link', { name: 'Download' }).getAttribute('href')).toContain('/download?seal=x')
  const asked = calls.filter(({ path }) => path === 'file/address')
  expect(asked.map(({ input }) => (input as { variant: string }).variant).toSorted()).toEqual(['download', 'whole'])
})

test('if the address of a file fails to load, the person can retry @slow', async () => {
  let answers = 0
  mockServer({
    'file/address': ({ id, variant }: { id: string; variant: string }) =>
      answers++ === 0 ? refusalResponse(400, 'BAD_REQUEST') : { url: `/api/files/${id}/${variant}`, expiresAt: '' },
  })
  await renderPage(<FileList files={[kept()]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Letter.pdf' }))
  expect(await screen.findByText(uiText('file:view.failed'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
})

test('a file that the viewer may no longer read is not shown @slow', async () => {
  mockServer({ 'file/address': () => refusalResponse(404, 'NOT_FOUND') })
  await renderPage(<FileList files={[kept({ kind: 'audio', name: 'voice.webm' })]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'voice.webm' }))
  expect(await screen.findByText(uiText('file:view.gone'))).toBeTruthy()
  expect(document.querySelector('audio')).toBeNull()
})

test('a picture shows a frame of its final size until it is loaded', async () => {
  const asked = Promise.withResolvers<{ url: string; expiresAt: string }>()
  mockServer({ 'file/address': () => asked.promise })
  await renderPage(<FilePicture id={crypto.randomUUID()} alt="The kitchen table" width={300} height={200} />)
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeTruthy())
  const frame = document.querySelector<HTMLElement>('[aria-busy]')
  expect([frame?.style.aspectRatio, frame?.style.maxWidth]).toEqual(['300 / 200', '300px'])
  asked.resolve({ url: '/api/files/x', expiresAt: new Date(Date.now() + 60_000).toISOString() })
  const picture = await screen.findByRole('img', { name: 'The kitchen table' })
  expect(picture.dataset['coming']).toBe('true')
  fireEvent.load(picture)
  expect(picture.dataset['coming']).toBeUndefined()
})

test('a thumbnail and a sound that cannot be loaded each show a message [8.05]', async () => {
  mockServer({ 'file/address': () => refusalResponse(400, 'BAD_REQUEST') })
  await renderPage(<FilePicture id={crypto.randomUUID()} alt="" variant="thumbnail" />)
  expect(await screen.findByText(uiText('file:problem.thumbnail'))).toBeTruthy()
  await renderPage(<MediaPlayer file={kept({ kind: 'audio', name: 'voice.webm', type: 'audio/webm' })} />)
  expect(await screen.findByText(uiText('file:problem.audio'))).toBeTruthy()
})

test('the name of a voice note is its time in the reader’s language, without an extension', async () => {
  const note = { kind: 'audio', seconds: 65, createdAt: '2025-11-20T10:30:00.000Z' } as const
  const german = kept({ ...note, name: 'Sprachnotiz 20.11.2025, 11.30.webm' })
  await renderPage(<FileList files={[german, kept({ kind: 'audio', name: 'Song.mp3' })]} />)
  const when = momentText(note.createdAt, { zone: browserZone(), language: 'en' })
  fireEvent.click(await screen.findByRole('button', { name: uiText('file:voice.named', { when }) }))
  expect(await screen.findByRole('dialog', { name: uiText('file:voice.named', { when }) })).toBeTruthy()
  expect(screen.queryByText(/webm/)).toBeNull()
  expect(screen.getByText('Song.mp3')).toBeTruthy()
})

test('a picture in the text is not listed as a file once it is ready', async () => {
  const [inText, coming, other] = [
    kept({ kind: 'image', name: 'lake.jpg' }),
    kept({ kind: 'image', name: 'coming.jpg', state: 'checking' }),
    kept({ kind: 'image', name: 'table.jpg' }),
  ]
  await renderPage(<FileList files={[inText, coming, other]} inText={[inText.id, coming.id]} />)
  expect(await screen.findByText('table.jpg')).toBeTruthy()
  expect(screen.getByText('coming.jpg')).toBeTruthy()
  expect(screen.queryByText('lake.jpg')).toBeNull()
})
