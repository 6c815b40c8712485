import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openRelay, type Relay } from '../apps/server/src/platform/relay/relay.ts'
import {
  type ClientPracticeMember,
  type JourneyPractice,
  openSignedIn,
  type PracticeMember,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, type Visitor, type VisitorOptions } from './visitor.ts'

/** The `test` function for browsers with a camera that shows a moving picture, and a microphone that records beeps. */
export const testWithCamera = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const fakes = [
        '--use-fake-device-for-media-stream=fps=2',
        '--use-fake-ui-for-media-stream',
        // The tab that is shared is chosen without a dialog of the browser.
        '--auto-select-tab-capture-source-by-title=Attune',
        // The browsers and the relay meet on this machine, which may have no network.
        '--allow-loopback-in-peer-connection',
      ]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakes] })
    },
    { scope: 'worker' },
  ],
})

const relaySecret = 'secretOfTheRelayInJourneys'
type RelayOptions = Partial<Pick<Parameters<typeof openRelay>[0], 'port' | 'forward'>>
/** Opens a relay of the journeys, at a free port unless the options name one. */
export const openRelayForJourney = (options: RelayOptions = {}): Promise<Relay> =>
  openRelay({ secret: relaySecret, host: null, port: 0, ...options })

type CallJourneys = { product: JourneyServer; practice: JourneyPractice; relay: Relay | null }

/** Starts a server with the saved practice for the journeys of a file, and ends it after them. With `start`, its calls can use a relay. */
export function setUpCalls(start?: () => Promise<Relay>): CallJourneys {
  const journeys = { relay: null } as CallJourneys
  testWithCamera.describe.configure({ timeout: 400_000 })
  testWithCamera.beforeAll(async () => {
    journeys.relay = (await start?.()) ?? null
    const urls = journeys.relay && `turn:127.0.0.1:${journeys.relay.port}?transport=udp`
    Object.assign(journeys, await startJourneyPractice(urls ? { TURN_URLS: urls, TURN_SECRET: relaySecret } : {}))
  })
  testWithCamera.afterAll(async () => {
    await journeys.product.stop()
    await journeys.relay?.close()
  })
  testWithCamera.afterEach(closeVisitors)
  return journeys
}

/**
 * Opens a browser in which a member is signed in. It reports neither the bandwidth nor the delay of a line: on a busy machine both look like those of
 * a weak line, and the product would pause the picture for minutes.
 */
export async function openVisitorOf(
  { product }: CallJourneys,
  browser: Browser,
  member: PracticeMember,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const visitor = await openSignedIn(browser, product, member, options)
  await visitor.page.addInitScript(() => {
    const getStats = RTCPeerConnection.prototype.getStats
    RTCPeerConnection.prototype.getStats = async function (this: RTCPeerConnection, track) {
      const reports = [...(await getStats.call(this, track))] as [string, object][]
      const isShown = ([name]: [string, unknown]) =>
        !['availableOutgoingBitrate', 'currentRoundTripTime'].includes(name)
      return new Map(reports.map(([id, report]) => [id, Object.fromEntries(Object.entries(report).filter(isShown))]))
    } as typeof getStats
  })
  return visitor
}

/** Opens a browser in which a member is signed in, as `openVisitorOf`, and returns its page. */
export const openPageOf = async (...opening: Parameters<typeof openVisitorOf>): Promise<Page> =>
  (await openVisitorOf(...opening)).page

export const callButton = (page: Page, key: Parameters<typeof uiText>[0]) =>
  page.getByRole('button', { name: uiText(key), exact: true })

/** Lets a waiting person into the call that the therapist's page shows. */
export async function letIntoCall(page: Page, name: string): Promise<void> {
  const notice = page.getByRole('alert', { name: uiText('callPage:notice.title') })
  await expect(notice).toContainText(name)
  await notice.getByRole('button', { name: uiText('callPage:notice.admit') }).click()
}

/** Books a session in Attune that begins in a few minutes, so that its call is open, and returns its id. */
export async function bookCall(
  { therapist }: JourneyPractice,
  clients: readonly ClientPracticeMember[],
  therapyType: 'individual' | 'couples' | 'family' | 'group' = 'individual',
): Promise<string> {
  const id = randomUUID()
  await therapist.api.session.create({
    id,
    clientIds: clients.map(({ clientId }) => clientId),
    startsAt: new Date(Date.now() + 5 * 60_000).toISOString(),
    durationMinutes: 50,
    format: 'video',
    therapyType,
    callInAttune: true,
    agreed: true,
    anyway: true,
  })
  return id
}

/** Joins the call of a session from its page. A client passes their answer to the question about their location as `whereabouts`. */
export async function joinFromPage(page: Page, sessionId: string, whereabouts?: string): Promise<void> {
  await page.goto(`/call/${sessionId}`)
  if (whereabouts) await page.getByLabel(uiText('call:before.where')).fill(whereabouts)
  await page.getByRole('button', { name: uiText('call:before.join'), exact: true }).click()
}

/** On a busy machine, a picture can need long until its first frames are decoded. */
const pictureTime = { timeout: 90_000 }

/** Checks that the picture of a person changes: the browser decodes further frames of it. */
export async function expectMovingPicture(page: Page, name: string): Promise<void> {
  const video = page.locator(`video[aria-label="${name}"]`)
  const frames = () =>
    video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames, pictureTime).toBeGreaterThan(0)
  const before = await frames()
  await expect.poll(frames, pictureTime).toBeGreaterThan(before + 3)
}

/** Checks that sound of another person arrives: the received audio energy grows. */
export async function expectSound(page: Page): Promise<void> {
  const energy = () =>
    page.evaluate(() => (window as unknown as { receivedSound: () => Promise<number> }).receivedSound())
  await expect.poll(energy).toBeGreaterThan(0)
  const before = await energy()
  await expect.poll(energy).toBeGreaterThan(before)
}

/** Lets `expectSound` read how much sound the connections of a page have received. Call it before the page opens. */
export const watchSound = async (page: Page): Promise<void> =>
  void (await page.addInitScript(() => {
    const connections: RTCPeerConnection[] = []
    const Original = RTCPeerConnection
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        connections.push(this)
      }
    }
    Object.assign(window, {
      receivedSound: async () => {
        let total = 0
        for (const connection of connections)
          for (const report of (await connection.getStats()).values())
            if (report.type === 'inbound-rtp' && report.kind === 'audio') total += report.totalAudioEnergy ?? 0
        return total
      },
    })
  }))

/** Opens the dialog behind the shield, waits for its number, and returns it. */
export async function readSafetyNumber(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: uiText('call:safety.title') })
  // After a first attempt that has found no number, the dialog is still open.
  if (!(await dialog.isVisible())) await callButton(page, 'call:safety.title').click()
  const number = dialog.getByText(/^\d{3} \d{3} \d{3} \d{3}$/)
  await expect(number).toBeVisible(pictureTime)
  const text = (await number.textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return text
}
