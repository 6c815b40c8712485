import { expect, type Page } from '@playwright/test'
import {
  bookCall,
  callButton,
  expectMovingPicture,
  expectSound,
  joinFromPage,
  openPageOf,
  setUpCalls,
  watchSound,
  testWithCamera as test,
} from './calls.ts'
import { uiText } from './ui-text.ts'

const calls = setUpCalls()

const admit = (page: Page) => callButton(page, 'callPage:notice.admit').click()

/** The functions with which a test changes the devices of a page. */
type Devices = {
  unplug(kind: MediaDeviceKind): void
  plug(kind: MediaDeviceKind): void
  /** Sets the error with which the next requests for a camera fail; null lets them succeed again. */
  refuse(error: string | null): void
  /** Mutes or unmutes a device, as a switch on the device does. */
  switch(kind: 'audio' | 'video', isMuted: boolean): void
}
type PageWithDevices = typeof globalThis & { devices: Devices }

/** Lets a test plug devices in and out, which the fake camera and microphone of the browser cannot. */
const withDevices = (page: Page) =>
  page.addInitScript(() => {
    const media = navigator.mediaDevices
    const [ask, list] = [media.getUserMedia.bind(media), media.enumerateDevices.bind(media)]
    const gone = new Set<string>()
    const tracks: MediaStreamTrack[] = []
    let refusal: string | null = null
    media.enumerateDevices = async () => (await list()).filter(({ kind }) => !gone.has(kind))
    media.getUserMedia = async (wished = {}) => {
      if (wished.video && refusal) throw new DOMException('', refusal)
      if ((wished.video && gone.has('videoinput')) || (wished.audio && gone.has('audioinput')))
        throw new DOMException('', 'NotFoundError')
      const stream = await ask(wished)
      tracks.push(...stream.getTracks())
      return stream
    }
    const used = (kind: string) => tracks.filter((track) => track.kind === kind && track.readyState === 'live')
    const devices: Devices = {
      unplug(kind) {
        gone.add(kind)
        for (const track of used(kind === 'videoinput' ? 'video' : 'audio')) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
        media.dispatchEvent(new Event('devicechange'))
      },
      plug(kind) {
        gone.delete(kind)
        media.dispatchEvent(new Event('devicechange'))
      },
      refuse: (error) => (refusal = error),
      switch: (kind, isMuted) =>
        used(kind).forEach((track) => track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))),
    }
    Object.assign(globalThis, { devices })
  })

/** Sets the clock of a page wrong. Its timers run as usual. */
const withWrongClock = (page: Page, milliseconds: number) =>
  page.addInitScript((wrong) => {
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...parts: []) {
        if (parts.length > 0) super(...parts)
        else super(Right.now() + wrong)
      }
      static override now = () => Right.now() + wrong
    } as DateConstructor
  }, milliseconds)

test('devices fail during the call, and are used again once they are back', async ({ browser }) => {
  const ana = await calls.practice.newClient('Ana', 'Moreau')
  const sessionId = await bookCall(calls.practice, [ana])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const client = await openPageOf(calls, browser, ana)
  await Promise.all([withDevices(client), watchSound(nora)])
  await joinFromPage(nora, sessionId)
  await joinFromPage(client, sessionId, 'At home')
  await admit(nora)
  await expectMovingPicture(nora, 'Ana')
  const cameraIsOff = nora.getByText(uiText('call:otherCameraOff', { name: 'Ana' }))

  await test.step('the camera is unplugged: both are told, and the sound goes on', async () => {
    await client.evaluate(() => (globalThis as PageWithDevices).devices.unplug('videoinput'))
    await expect(client.getByText(uiText('call:lost.cameraNone'))).toBeVisible()
    await expect(cameraIsOff).toBeVisible()
    await expectSound(nora)
  })

  await test.step('the camera is plugged in again', async () => {
    await client.evaluate(() => (globalThis as PageWithDevices).devices.plug('videoinput'))
    await expect(client.getByText(uiText('call:lost.cameraNone'))).toBeHidden()
    await expect(cameraIsOff).toBeHidden()
    await expectMovingPicture(nora, 'Ana')
  })

  await test.step('another program has the camera when it is switched on', async () => {
    await client.keyboard.press('v')
    await expect(cameraIsOff).toBeVisible()
    await client.evaluate(() => (globalThis as PageWithDevices).devices.refuse('NotReadableError'))
    await callButton(client, 'call:cameraOn').click()
    const dialog = client.getByRole('dialog', { name: uiText('call:devices') })
    await expect(dialog.getByText(uiText('call:problem.busy.camera'))).toBeVisible()
    await client.evaluate(() => (globalThis as PageWithDevices).devices.refuse(null))
    await dialog.getByRole('button', { name: uiText('call:tryAgain') }).click()
    await expect(dialog.getByText(uiText('call:problem.busy.camera'))).toBeHidden()
    await client.keyboard.press('Escape')
    await expectMovingPicture(nora, 'Ana')
  })

  await test.step('the microphone is muted by its own switch', async () => {
    const muted = nora.getByRole('img', { name: uiText('call:otherMuted') })
    await client.evaluate(() => (globalThis as PageWithDevices).devices.switch('audio', true))
    await expect(client.getByText(uiText('call:silenced.microphone'))).toBeVisible()
    await expect(muted).toBeVisible()
    await client.evaluate(() => (globalThis as PageWithDevices).devices.switch('audio', false))
    await expect(client.getByText(uiText('call:silenced.microphone'))).toBeHidden()
    await expect(muted).toBeHidden()
  })
})

test('what is wrong before the call is named, with what to do', async ({ browser }) => {
  const ana = await calls.practice.newClient('Mia', 'Falk')
  const sessionId = await bookCall(calls.practice, [ana])
  const join = (page: Page) => callButton(page, 'call:before.join')

  await test.step('on a small phone joining is on the first screen', async () => {
    const phone = await openPageOf(calls, browser, ana, { phone: true })
    await phone.setViewportSize({ width: 390, height: 664 })
    await phone.goto(`/call/${sessionId}`)
    await expect(phone.locator(`video[aria-label="${uiText('call:own')}"]`)).toBeInViewport()
    await expect(phone.getByLabel(uiText('call:before.where'))).toBeInViewport()
    await expect(join(phone)).toBeInViewport({ ratio: 1 })
  })

  await test.step('another program has the camera, and the page works once it is free', async () => {
    const page = await openPageOf(calls, browser, ana)
    await withDevices(page)
    await page.addInitScript(() => (globalThis as PageWithDevices).devices.refuse('NotReadableError'))
    await page.goto(`/call/${sessionId}`)
    await expect(page.getByText(uiText('call:problem.busy.camera'))).toBeVisible()
    await page.evaluate(() => (globalThis as PageWithDevices).devices.refuse(null))
    await callButton(page, 'call:tryAgain').click()
    await expect(page.getByLabel(uiText('call:own'))).toBeVisible()
  })

  await test.step('the person has blocked camera and microphone', async () => {
    const page = await openPageOf(calls, browser, ana)
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.goto(`/call/${sessionId}`)
    await expect(page.getByText(uiText('call:problem.refused.both'))).toBeVisible()
    await expect(page.getByText(uiText('call:problem.refused.repair.chromium'))).toBeVisible()
  })

  await test.step('the browser has no video calls', async () => {
    const page = await openPageOf(calls, browser, ana)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'))
    await page.goto(`/call/${sessionId}`)
    await expect(page.getByText(uiText('call:problem.unsupported.title'))).toBeVisible()
    await expect(join(page)).toBeDisabled()
  })
})

test('on a device whose clock is an hour late the call is open, and the time left is right', async ({ browser }) => {
  const ana = await calls.practice.newClient('Ida', 'Brandt')
  const sessionId = await bookCall(calls.practice, [ana])
  const page = await openPageOf(calls, browser, ana)
  await withWrongClock(page, -3_600_000)
  await page.goto(`/dashboard/client/sessions/session-details?id=${sessionId}`)
  await page.getByRole('link', { name: uiText('negotiation:join') }).click()
  await page.getByLabel(uiText('call:before.where')).fill('At home')
  await callButton(page, 'call:before.join').click()
  await expect(page.getByText(uiText('call:waiting.title', { name: 'Nora' }))).toBeVisible()
  await expect(page.getByText(/^5[3-5] minutes left$/)).toBeVisible()
})

test('sound that the browser blocks plays after a click', async ({ browser }) => {
  const ana = await calls.practice.newClient('Eva', 'Lind')
  const sessionId = await bookCall(calls.practice, [ana])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const client = await openPageOf(calls, browser, ana)
  await client.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    const state = { isAllowed: false, played: 0 }
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (this.muted || this instanceof HTMLVideoElement) return play.call(this)
      if (!state.isAllowed) return Promise.reject(new DOMException('', 'NotAllowedError'))
      state.played++
      return play.call(this)
    }
    Object.assign(globalThis, { state })
  })
  await joinFromPage(nora, sessionId)
  await joinFromPage(client, sessionId, 'At home')
  await admit(nora)
  await expect(client.getByText(uiText('call:soundBlocked'))).toBeVisible()
  await client.evaluate(() => ((globalThis as unknown as { state: { isAllowed: boolean } }).state.isAllowed = true))
  await callButton(client, 'call:soundOn').click()
  await expect(client.getByText(uiText('call:soundBlocked'))).toBeHidden()
  expect(await client.evaluate(() => (globalThis as unknown as { state: { played: number } }).state.played)).toBe(1)
})

test('a client who goes away while waiting is no longer announced, and is in no call', async ({ browser }) => {
  const ana = await calls.practice.newClient('Lea', 'Winter')
  const sessionId = await bookCall(calls.practice, [ana])
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const client = await openPageOf(calls, browser, ana)
  await joinFromPage(nora, sessionId)
  const notice = nora.getByRole('alert', { name: uiText('callPage:notice.title') })

  await test.step('the page is closed while the client waits', async () => {
    await joinFromPage(client, sessionId, 'At home')
    await expect(notice).toBeVisible()
    client.on('dialog', (dialog) => void dialog.accept())
    await client.goto('about:blank')
    // If the page did not report that it closes, the server would wait half a minute for it.
    await expect(notice).toBeHidden({ timeout: 15_000 })
  })

  await test.step('the client leaves at the moment in which the therapist lets them in', async () => {
    await joinFromPage(client, sessionId, 'At home')
    await expect(notice).toBeVisible()
    // Dispatches the event instead of clicking: a click would wait for a button that disappears as soon as the client has left.
    await Promise.all([
      callButton(nora, 'callPage:notice.admit').dispatchEvent('click'),
      callButton(client, 'call:leave').click(),
    ])
    await expect(client.getByText(uiText('callPage:end.left.title'))).toBeVisible()
    await expect(notice).toBeHidden()
    await expect(nora.getByText(uiText('call:before.notThere', { name: 'Lea Winter' }))).toBeVisible()
  })
})
