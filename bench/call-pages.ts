import { type Browser, chromium, type Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { launchOptionsOf } from '../e2e/launch.ts'
import { uiText } from '../e2e/ui-text.ts'
import type { CallPerson } from './call-people.ts'

/** The sound that a page has received. `concealed`: samples that the browser made up because they did not arrive in time. */
export type HeardSound = {
  samples: number
  concealed: number
  /** The longest time in milliseconds in which no sound arrived. */
  longestGap: number
}

/** The observations of a page of a call. Times are those of `Date.now()`. */
type CallProbe = {
  /** The times at which frames of the other people were shown. */
  frames: number[]
  /** The time of the last click. */
  clickedAt: number
  paths(): Promise<string[]>
  sound(): Promise<{ samples: number; concealed: number }>
}
type ProbedWindow = { callProbe: CallProbe }

/** A page of a person in a call. */
export type CallVisit = {
  page: Page
  /** Opens the page before the call. Returns when it can be joined. */
  open(sessionId: string): Promise<void>
  /** Opens the page before the call and joins. Returns when the button was clicked. */
  join(sessionId: string): Promise<void>
  /** Returns the time of the last click in the page. */
  clickedAt(): Promise<number>
  /** Returns the times after `moment` at which frames of the other people were shown. */
  framesAfter(moment: number): Promise<number[]>
  /** Waits for a frame that is shown after `moment`, and returns its time. Returns Infinity if none arrives within `within` milliseconds. */
  frameAfter(moment: number, within: number): Promise<number>
  /** Waits until frames have arrived for `seconds` without a gap of a second. Returns false if that takes longer than `within` milliseconds. */
  steady(seconds: number, within: number): Promise<boolean>
  /** The kind and the protocol of the paths in use, for example 'relay/tcp'. */
  paths(): Promise<string[]>
  /** Listens to the others for some milliseconds. */
  listen(milliseconds: number): Promise<HeardSound>
  /** Closes the page, as a person does who closes the browser. */
  close(): Promise<void>
}

/**
 * The camera of a browser. `framesPerSecond` is the rate of the browser's test picture; `video` is the path of a file (y4m) that replaces that
 * picture.
 */
export type CallCamera = { framesPerSecond?: number; video?: string }

/** Opens a browser with a camera and a microphone that need no permission. */
export function openCallBrowser(program: string, { framesPerSecond = 5, video }: CallCamera): Promise<Browser> {
  const options = launchOptionsOf(program)
  const camera = video
    ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`]
    : [`--use-fake-device-for-media-stream=fps=${framesPerSecond}`]
  const media = ['--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required']
  // No browser trusts the certificate authority of a drill.
  const local = ['--ignore-certificate-errors', '--allow-loopback-in-peer-connection']
  return chromium.launch({ ...options, args: [...options.args, ...camera, ...media, ...local] })
}

/** Opens a page of a person who is signed in. */
export async function openCallPage(browser: Browser, address: string, person: CallPerson): Promise<CallVisit> {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, locale: 'en-GB' })
  const cookie = { ...person.cookieOf(address), url: address, httpOnly: true, secure: address.startsWith('https:') }
  context.setDefaultTimeout(120_000)
  await context.addCookies([cookie])
  // The service worker would fetch all files of the product, and that load has nothing to do with a call.
  await context.addInitScript('globalThis.attuneWorkerDelay = 2147483647')
  await context.addInitScript(probe)
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  const button = page.getByRole('button', { name: uiText('call:before.join'), exact: true })
  const open = async (sessionId: string) => {
    await page.goto(`${address}/call/${sessionId}`)
    await button.waitFor()
  }
  const framesAfter = (moment: number) =>
    page.evaluate((from) => (window as unknown as ProbedWindow).callProbe.frames.filter((at) => at > from), moment)
  return {
    page,
    framesAfter,
    open,
    async join(sessionId) {
      await open(sessionId)
      const where = page.getByLabel(uiText('call:before.where'))
      if (await where.isVisible()) await where.fill('At home')
      await button.click()
    },
    clickedAt: () => page.evaluate(() => (window as unknown as ProbedWindow).callProbe.clickedAt),
    frameAfter: (moment, within) =>
      until(within, Number.POSITIVE_INFINITY, async () => (await framesAfter(moment))[0] ?? null),
    steady: (seconds, within) =>
      until(within, false, async () => {
        const begun = Date.now() - seconds * 1_000
        const frames = await framesAfter(begun)
        return frames.length > 0 && longestGap([begun, ...frames, Date.now()]) < 1_000 ? true : null
      }),
    paths: () => page.evaluate(() => (window as unknown as ProbedWindow).callProbe.paths()),
    listen: (milliseconds) => page.evaluate(listenFor, milliseconds),
    close: () => context.close(),
  }
}

async function until<T>(within: number, otherwise: T, look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + within
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > end) return otherwise
    await pause(100)
  }
}

/** The longest time between two moments that follow each other. */
export const longestGap = (moments: readonly number[]): number =>
  moments.reduce((longest, at, n) => Math.max(longest, at - (moments[n - 1] ?? at)), 0)

/** Runs in the page: measures the sound of the others. */
async function listenFor(milliseconds: number): Promise<HeardSound> {
  const { callProbe } = window as unknown as ProbedWindow
  const first = await callProbe.sound()
  const end = performance.now() + milliseconds
  let [last, lastAt, longestGap] = [first, performance.now(), 0]
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const sound = await callProbe.sound()
    const now = performance.now()
    longestGap = Math.max(longestGap, now - lastAt)
    if (sound.samples - sound.concealed > last.samples - last.concealed) lastAt = now
    last = sound
  }
  return { samples: last.samples - first.samples, concealed: last.concealed - first.concealed, longestGap }
}

/** Runs in the page: records its connections, its clicks and the frames of the others. */
function probe(): void {
  const connections: RTCPeerConnection[] = []
  const Original = RTCPeerConnection
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      connections.push(this)
    }
  }
  const reports = async () => {
    const open = connections.filter(({ signalingState }) => signalingState !== 'closed')
    const all = await Promise.all(open.map((connection) => connection.getStats()))
    return all.map((report) => [...report.values()])
  }
  const callProbe: CallProbe = {
    frames: [],
    clickedAt: 0,
    async paths() {
      return (await reports()).flatMap((all) => {
        const byId = (id: string) => all.find((report) => report.id === id)
        const transports = all.filter(({ type }) => type === 'transport')
        const locals = transports.map((one) => byId(byId(one.selectedCandidatePairId)?.localCandidateId))
        return locals.flatMap((one) => (one ? [`${one.candidateType}/${one.relayProtocol ?? one.protocol}`] : []))
      })
    },
    async sound() {
      const all = (await reports()).flat().filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')
      const sum = (name: string) => all.reduce((total, report) => total + (report[name] ?? 0), 0)
      return { samples: sum('totalSamplesReceived'), concealed: sum('concealedSamples') }
    },
  }
  const watched = new WeakSet<HTMLVideoElement>()
  const watch = (video: HTMLVideoElement) => {
    if (watched.has(video)) return
    watched.add(video)
    const onFrame = () => {
      callProbe.frames.push(Date.now())
      video.requestVideoFrameCallback(onFrame)
    }
    video.requestVideoFrameCallback(onFrame)
  }
  new MutationObserver(() => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('video:not([data-mirrored])')) watch(video)
  }).observe(document, { childList: true, subtree: true })
  addEventListener('click', () => (callProbe.clickedAt = Date.now()), { capture: true })
  Object.assign(window, { callProbe })
}
