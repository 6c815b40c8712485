import { expect, test } from '@playwright/test'
import { arrivalsOf, sendThroughKills, writeOffline, type OfflineDevice } from './offline-device.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'messages written offline on three devices arrive once and in order, though pages and the server are killed',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const path = (role: string) => `/dashboard/${role}/messages?conversation=${ana.clientId}`
    const people = [ana, ana, practice.therapist]
    const devices: OfflineDevice[] = []
    for (const [n, person] of people.entries()) {
      const { page } = await openSignedIn(browser, product, person)
      const context = page.context()
      await page.close()
      const texts = Array.from({ length: 5 }, (_, at) => `Device ${n} message ${at}`)
      devices.push(await writeOffline(context, path(person === ana ? 'client' : 'therapist'), texts))
    }
    await Promise.all([...devices.map((device) => sendThroughKills(device, 2, 1_500)), product.restart()])
    const arrived = async () =>
      (await ana.api.message.messages({ id: ana.clientId, limit: 100 })).items.map(({ text }) => text)
    await expect.poll(arrived, { timeout: 120_000 }).toHaveLength(15)
    expect(arrivalsOf(await arrived(), devices)).toEqual({ missing: 0, doubled: 0, disordered: 0 })
  },
)
