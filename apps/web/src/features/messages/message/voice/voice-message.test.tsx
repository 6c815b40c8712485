import { voiceMessageSeconds } from '@attune/contract/features/messages/message/message.rules'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observedLock } from '../../../../platform/auth/use-auth.ts'
import { hasUnsavedChanges } from '../../../../platform/draft/unsaved.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import type { Uploads } from '../../../care/file/file.ts'
import type { VoiceDraft } from './use-voice-recorder.ts'
import { VoiceMessagePanel } from './VoiceMessagePanel.tsx'

/** A fake `MediaRecorder` that the test controls. */
class FakeRecorder {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm')
  static latest: FakeRecorder
  state = 'inactive'
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  onstop: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeRecorder.latest = this
  }
  start = () => void (this.state = 'recording')
  pause = () => void (this.state = 'paused')
  resume = () => void (this.state = 'recording')
  stop = () => {
    this.state = 'inactive'
    this.onstop?.()
  }
  say = (text: string) => this.ondataavailable?.({ data: new Blob([text]) })
}

let track: EventTarget & { stop: () => void }
let changes: VoiceDraft[]
const onClose = vi.fn<() => void>()
const add = vi.fn<() => Promise<[]>>(async () => [])

beforeEach(() => {
  changes = []
  onClose.mockClear()
  add.mockClear()
  track = Object.assign(new EventTarget(), { stop: vi.fn<() => void>() })
  microphone(async () => ({ getTracks: () => [track], getAudioTracks: () => [track] }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})
afterEach(() => {
  observedLock.set(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function microphone(answer: () => Promise<unknown>) {
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: answer } })
}
const failing = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

const open = () =>
  renderPage(
    <VoiceMessagePanel
      uploads={{ add } as unknown as Uploads}
      onChange={(voice) => changes.push(voice)}
      onClose={onClose}
    />,
  )
type Control = 'stop' | 'pause' | 'resume' | 'discard.leave' | 'discard.stay'
const button = (key: Control) => screen.findByRole('button', { name: uiText(`voiceMessage:${key}`) })
const click = async (key: Control) => fireEvent.click(await button(key))

test('a voice message is recorded, paused, continued and can be played before it is sent', async () => {
  await open()
  await waitFor(async () => expect(document.activeElement).toBe(await button('stop')))
  await click('pause')
  expect(FakeRecorder.latest.state).toBe('paused')
  screen.getByText(uiText('voiceMessage:paused'))
  await click('resume')
  expect(FakeRecorder.latest.state).toBe('recording')
  FakeRecorder.latest.say('I slept badly.')
  await click('stop')
  const play = await screen.findByRole('button', { name: uiText('file:player.play') })
  expect(document.activeElement).toBe(play)
  expect(track.stop).toHaveBeenCalled()
  expect(changes.map(({ isRecording }) => isRecording)).toEqual([true, false])
  expect(changes.at(-1)?.recording?.blob.size).toBe(14)
})

test('a microphone that is removed while recording ends the recording, keeps it and says so [8.05]', async () => {
  await open()
  await button('stop')
  FakeRecorder.latest.say('Half a sentence')
  act(() => void track.dispatchEvent(new Event('ended')))
  await screen.findByText(uiText('voiceMessage:notice.interrupted'))
  await screen.findByRole('button', { name: uiText('file:player.play') })
  expect(changes.at(-1)).toMatchObject({ isRecording: false, recording: { seconds: 1 } })
})

test.each([
  ['NotAllowedError', uiText('file:voice.problem.denied')],
  ['NotFoundError', uiText('file:voice.problem.missing')],
  ['NotSupportedError', uiText('file:voice.problem.unsupported')],
  ['NotReadableError', uiText('file:voice.problem.failed')],
])('after %s the panel says why, and the person can choose a file instead [8.05]', async (name, text) => {
  microphone(failing(name))
  await open()
  await screen.findByText(text)
  expect(changes.at(-1)).toEqual({ isRecording: false, recording: null })
  const file = new File(['x'], 'memo.m4a', { type: 'audio/mp4' })
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } })
  expect(add).toHaveBeenCalledWith([{ file }])
  expect(onClose).toHaveBeenCalled()
})

test('a recording is discarded only after a question, and a locked page pauses it @slow', async () => {
  await open()
  await button('stop')
  await waitFor(() => expect(hasUnsavedChanges()).toBe(true))
  act(() => observedLock.set(true))
  await waitFor(() => expect(FakeRecorder.latest.state).toBe('paused'))
  act(() => observedLock.set(false))
  await click('discard.leave')
  await click('discard.stay')
  expect(onClose).not.toHaveBeenCalled()
  await click('discard.leave')
  await screen.findByRole('dialog', { name: uiText('voiceMessage:discard.title') })
  fireEvent.click(
    (await screen.findAllByRole('button', { name: uiText('voiceMessage:discard.leave') })).at(-1) as Element,
  )
  expect(onClose).toHaveBeenCalled()
})

test('a recording ends after ten minutes of recorded time, pauses not included @slow', async () => {
  await open()
  await button('stop')
  let passed = 0
  const begun = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => begun + passed)
  await click('pause')
  passed = voiceMessageSeconds * 1000
  await click('resume')
  FakeRecorder.latest.say('Ten minutes')
  passed *= 2
  await screen.findByText(uiText('voiceMessage:notice.limit'), {}, { timeout: 2_000 })
  expect(changes.at(-1)?.recording?.seconds).toBe(voiceMessageSeconds)
  vi.restoreAllMocks()
})
