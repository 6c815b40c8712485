import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emitAuthEvent } from '../../../../platform/backend/auth-events.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId } from '../../session/session.testing.ts'
import { activeCall } from '../active-call.ts'
import { sampleActiveCall, samplePerson } from '../call.testing.ts'
import { CallLayer } from './CallLayer.tsx'
import { BlockedSound } from './BlockedSound.tsx'
import { CallSound } from './call-sound.ts'
import { LockedCall } from './LockedCall.tsx'
import { moveWithin } from './use-movable.ts'

beforeEach(() => {
  vi.stubGlobal('MediaStream', class {})
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
})
afterEach(() => {
  act(() => activeCall.set(null))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(path: string, ...sample: Parameters<typeof sampleActiveCall>) {
  const made = sampleActiveCall(...sample)
  activeCall.set(made.active)
  const page = await renderPage(<CallLayer />, path)
  return { ...made, ...page }
}
const smallWindow = () => screen.queryByRole('region', { name: uiText('callPage:small.title', { name: 'Nora' }) })
const button = (name: string) => screen.getByRole('button', { name })
/** Whether the browser would ask before it closes the page. */
const asksBeforeClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a call survives each change of page: small beside other pages, and not twice on its own page', async () => {
  const { router, leave } = await open('/dashboard/client')
  expect(await screen.findByText(uiText('callPage:small.back'))).toBeDefined()
  expect(smallWindow()).not.toBeNull()
  await act(() => router.navigate({ to: '/call/$sessionId' as never, params: { sessionId: sampleId } as never }))
  expect(smallWindow()).toBeNull()
  await act(() => router.navigate({ to: '/dashboard/client/journal' as never }))
  expect(smallWindow()).not.toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('the browser asks before it reloads or closes the page, but only while the call lasts', async () => {
  const { active } = await open('/dashboard/client')
  await screen.findByText(uiText('callPage:small.back'))
  expect(asksBeforeClosing()).toBe(true)
  act(() => activeCall.set({ ...active, endedAt: Date.now() }))
  expect(asksBeforeClosing()).toBe(false)
})

test('the small window mutes, leaves and leads back to the call', async () => {
  const { media, leave } = await open('/dashboard/client')
  fireEvent.click(await screen.findByRole('button', { name: uiText('call:mute') }))
  expect(media.store.get().isMuted).toBe(true)
  expect(screen.getByRole('link', { name: uiText('callPage:small.back') }).getAttribute('href')).toBe(
    `/call/${sampleId}`,
  )
  fireEvent.click(button(uiText('call:leave')))
  expect(leave).toHaveBeenCalled()
})

test('the small window moves by arrow keys', async () => {
  await open('/dashboard/client')
  const handle = await screen.findByRole('button', { name: uiText('callPage:small.move') })
  fireEvent.keyDown(handle, { key: 'ArrowRight' })
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(smallWindow()?.style.translate).toBe('24px 24px')
})

test('a window that is moved stays in sight', () => {
  const bounds = { left: 0, top: 0, right: 1000, bottom: 800 }
  const box = { left: 700, top: 500, right: 980, bottom: 700 }
  expect(moveWithin(box, bounds, { x: 100, y: -600 })).toEqual({ x: 20, y: -500 })
  expect(moveWithin(box, bounds, { x: -50, y: 50 })).toEqual({ x: -50, y: 50 })
})

test('a call that the therapist ends while another page is open says so until it is closed', async () => {
  await open('/dashboard/client', { phase: 'ended', end: 'ended' }, { endedAt: Date.now() })
  expect(await screen.findByText(uiText('callPage:end.ended.title'))).toBeDefined()
  fireEvent.click(button(uiText('callPage:small.close')))
  expect(activeCall.get()).toBeNull()
})

test('a call that the person has left from another page is gone without a word', async () => {
  await open('/dashboard/client', { phase: 'ended', end: null }, { endedAt: Date.now() })
  await vi.waitFor(() => expect(activeCall.get()).toBeNull())
})

test('signing out leaves the call', async () => {
  const { leave } = await open('/dashboard/client')
  await screen.findByText(uiText('callPage:small.back'))
  act(() => emitAuthEvent('SIGNED_OUT', null))
  expect(leave).toHaveBeenCalled()
  expect(activeCall.get()).toBeNull()
})

test('the lock screen shows no name of the call, and mutes and leaves it', async () => {
  const { active, media, leave } = sampleActiveCall()
  activeCall.set(active)
  await renderPage(<LockedCall />)
  const bar = await screen.findByRole('region', { name: uiText('callPage:title') })
  expect(bar.textContent).not.toContain('Nora')
  fireEvent.click(button(uiText('call:mute')))
  expect(media.store.get().isMuted).toBe(true)
  fireEvent.click(button(uiText('call:leave')))
  expect(leave).toHaveBeenCalled()
})

test('the sound plays outside the document, on the chosen loudspeaker, until the person is gone', () => {
  const setSinkId = vi.fn<(id: string) => Promise<void>>().mockResolvedValue()
  const players: HTMLAudioElement[] = []
  class FakeAudio {
    srcObject: unknown = null
    play = () => Promise.resolve()
    pause = vi.fn<() => void>()
    setSinkId = setSinkId
    constructor() {
      players.push(this as unknown as HTMLAudioElement)
    }
  }
  vi.stubGlobal('Audio', FakeAudio)
  const stream = {} as MediaStream
  const { store } = sampleActiveCall({ others: [samplePerson({ stream })] })
  const sound = new CallSound(store)
  expect(players.map(({ srcObject }) => srcObject)).toEqual([stream])
  sound.choose('headset')
  expect(setSinkId).toHaveBeenCalledWith('headset')
  store.set({ ...store.get(), others: [] })
  expect(players[0]?.srcObject).toBeNull()
  expect(document.querySelector('audio')).toBeNull()
  sound.stop()
})

test('sound that the browser blocks plays after a click', async () => {
  let refusal: DOMException | null = new DOMException('', 'NotAllowedError')
  const play = vi.fn<() => Promise<void>>(() => (refusal ? Promise.reject(refusal) : Promise.resolve()))
  vi.stubGlobal(
    'Audio',
    class {
      srcObject: unknown = null
      play = play
      pause = () => {}
    },
  )
  const { store, active } = sampleActiveCall({ others: [samplePerson({ stream: {} as MediaStream })] })
  const sound = new CallSound(store)
  activeCall.set({ ...active, sound })
  await renderPage(<BlockedSound sound={sound} />)
  const turnOn = await screen.findByRole('button', { name: uiText('call:soundOn') })
  refusal = null
  fireEvent.click(turnOn)
  expect(play).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: uiText('call:soundOn') })).toBeNull())
  sound.stop()
})
