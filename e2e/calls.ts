import { expect, type Page, test as base } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { ClientPracticeMember, JourneyPractice } from './practice.ts'
import { uiText } from './ui-text.ts'

/** The tests of browsers with a camera that shows a moving picture, and a microphone that records beeps. */
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

/** Joins the call of a session from its page, as the client answers where they are. */
export async function joinFromPage(page: Page, sessionId: string, whereabouts?: string): Promise<void> {
  await page.goto(`/call/${sessionId}`)
  if (whereabouts) await page.getByLabel(uiText('call:before.where')).fill(whereabouts)
  await page.getByRole('button', { name: uiText('call:before.join'), exact: true }).click()
}

/** A picture that a busy machine has paused is tried again after half a minute. */
const pictureTime = { timeout: 90_000 }

/** Whether the picture of a person changes: two samples of it, drawn at different moments, differ. */
export async function expectMovingPicture(page: Page, name: string): Promise<void> {
  const video = page.locator(`video[aria-label="${name}"]`)
  const frames = () =>
    video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames, pictureTime).toBeGreaterThan(0)
  const before = await frames()
  await expect.poll(frames, pictureTime).toBeGreaterThan(before + 3)
}

/** Whether sound of another person arrives: the received audio energy grows. */
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

/** Opens the dialog behind the shield and returns its number. */
export async function readSafetyNumber(page: Page): Promise<string> {
  await page.getByRole('button', { name: uiText('call:safety.title'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: uiText('call:safety.title') })
  const number = dialog.getByText(/^\d{3} \d{3} \d{3} \d{3}$/)
  const text = (await number.textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return text
}
