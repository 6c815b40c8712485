import { test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectStill, openInSteps, recordLayoutShifts } from './layout-shift.ts'
import {
  type ClientPracticeMember,
  type JourneyPractice,
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Gives the pages something to show: sessions that await an answer, and past ones without a note and an invoice. */
async function fillPages(): Promise<ClientPracticeMember> {
  const jona = await practice.newClient('Jona', 'Berg')
  for (const days of [2, 3, 4]) await planSessionByApi(practice.therapist, jona.clientId, days, 9, days > 2)
  for (const days of [33, 5]) {
    const startsAt = new Date(Date.now() - days * 86_400_000).toISOString()
    const past = { durationMinutes: 50, format: 'video', outcome: 'completed' } as const
    await practice.therapist.api.session.logPast({ id: randomUUID(), clientIds: [jona.clientId], startsAt, ...past })
  }
  return jona
}

test('the calendar without hours and the list without clients shift by at most .02 while they load [look.md: CLS]', async ({
  browser,
}) => {
  const visitor = await setView(await openSignedIn(browser, product, practice.therapist, { phone: true, plain: true }))
  await recordLayoutShifts(visitor.page)
  const open = await openInSteps(visitor.page)
  for (const address of ['calendar', 'clients'].map((one) => `/dashboard/therapist/${one}`)) {
    await open(address)
    await expectStill(visitor.page, address)
  }
  await expectNoErrors(visitor)
})

// Opens each page with its calls answered one after another.
test('the pages used most shift by at most .02 while they load, on a phone [look.md: CLS] @slow', async ({
  browser,
}) => {
  const jona = await fillPages()
  for (const [member, addresses] of [
    [
      practice.therapist,
      ['/therapist', '/therapist/notes', '/therapist/payments', '/therapist/settings/session-types'],
    ],
    [jona, ['/client/sessions', '/client/therapists']],
  ] as const) {
    const visitor = await setView(await openSignedIn(browser, product, member, { phone: true, plain: true }))
    await recordLayoutShifts(visitor.page)
    const open = await openInSteps(visitor.page)
    for (const address of addresses.map((one) => `/dashboard${one}`)) {
      await open(address)
      await expectStill(visitor.page, address)
    }
    await expectNoErrors(visitor)
  }
})
