import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetCircuitBreakers } from '../../../../platform/api/circuit-breaker.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { AudioPlayer, FileAttachments } from '../file.ts'

const file = (part: Partial<StoredFile>): StoredFile => ({
  id: crypto.randomUUID(),
  name: 'walk.mp4',
  kind: 'video',
  type: 'video/mp4',
  size: 2_000_000,
  state: 'ready',
  refusal: null,
  width: null,
  height: null,
  seconds: null,
  hasThumbnail: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...part,
})

const answers = (address: () => unknown) => mockServer({ 'file/address': address })
const show = (files: StoredFile[], onView = () => {}) =>
  renderPage(<FileAttachments files={files} viewed={null} onView={onView} />)
let played: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  answers(() => ({ url: '/api/files/x', expiresAt: new Date(Date.now() + 60_000).toISOString() }))
  played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  resetCircuitBreakers()
})

test('a sound skips 10 seconds by button and by arrow keys, within its length, and plays at speeds from 1 to 2 [9.04]', async () => {
  await renderPage(<AudioPlayer url="/sound" hasFailed={false} onRenew={() => {}} label="Voice message" seconds={35} />)
  const forward = await screen.findByRole('button', { name: uiText('file:view.forward') })
  const audio = document.querySelector('audio') as HTMLAudioElement
  fireEvent.click(forward)
  expect(audio.currentTime).toBe(10)
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' })
  expect(audio.currentTime).toBe(20)
  fireEvent.keyDown(forward, { key: 'ArrowLeft' })
  fireEvent.click(screen.getByRole('button', { name: uiText('file:view.back') }))
  fireEvent.click(screen.getByRole('button', { name: uiText('file:view.back') }))
  expect(audio.currentTime).toBe(0)
  for (let n = 0; n < 4; n++) fireEvent.click(forward)
  expect(audio.currentTime).toBe(35)
  const speeds = ['1', '1.25', '1.5', '1.75', '2', '1'].map((speed) => {
    const rate = audio.playbackRate
    fireEvent.click(screen.getByRole('button', { name: uiText('file:player.speed', { speed }) }))
    return rate
  })
  expect(speeds).toEqual([1, 1.25, 1.5, 1.75, 2, 1])
})

test('the address of a sound in a message is loaded when it is played @slow', async () => {
  const { calls } = mockServer({ 'file/address': () => ({ url: '/api/files/x', expiresAt: '' }) })
  await show([file({ kind: 'audio', name: 'memo.webm', seconds: 5 })])
  const play = await screen.findByRole('button', { name: uiText('file:player.play') })
  const asked = () => calls.filter(({ path }) => path === 'file/address')
  expect(asked()).toEqual([])
  fireEvent.click(play)
  await waitFor(() => expect(document.querySelector('audio')?.src).toContain('/api/files/x'))
  expect(asked()).toHaveLength(1)
  expect(played).toHaveBeenCalled()
})

test('a video without a preview and a recording that cannot be played each say so [8.05] @slow', async () => {
  answers(() => refusalResponse(400, 'BAD_REQUEST'))
  await show([file({}), file({ kind: 'audio', name: 'memo.webm', seconds: 5 })])
  await screen.findByText(uiText('file:problem.preview'))
  fireEvent.click(screen.getByRole('button', { name: uiText('file:player.play') }))
  await screen.findByText(uiText('file:problem.recording'))
})

test('a video shows an early picture and opens the viewer unless it is refused @slow', async () => {
  const onView = vi.fn<() => void>()
  await show([file({}), file({ name: 'letter.pdf', kind: 'pdf', state: 'refused', refusal: 'disguised' })], onView)
  await waitFor(() => expect(document.querySelector('video')?.src).toContain('#t=0.1'))
  fireEvent.click(screen.getByRole('button', { name: 'walk.mp4' }))
  expect(onView).toHaveBeenCalled()
  screen.getByText(uiText('file:problem.disguised'))
})
