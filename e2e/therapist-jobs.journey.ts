import { expect, type Page, test } from '@playwright/test'
import { openPayments, issueInvoiceByApi } from './issued-invoice.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openMenuEntry = async (page: Page, entry: string) => {
  await button(page, uiText('clientOverview:more')).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('every long dialog keeps its submit button in sight on a small laptop and on a phone', async ({ browser }) => {
  await openPayments(practice, ana)
  const invoice = await issueInvoiceByApi(practice, ana)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const client = `/dashboard/therapist/clients/${ana.clientId}/client-profile`
  const dialogs: [address: string, open: () => Promise<unknown>, submit: string][] = [
    [client, () => button(page, uiText('tasks:act.assignShort')).click(), uiText('taskAssign:submit')],
    [client, () => button(page, uiText('session:new')).click(), uiText('session:plan.submit')],
    [client, () => openMenuEntry(page, uiText('clientOverview:sendForm')), uiText('form:send.action')],
    [client, () => openMenuEntry(page, uiText('clientOverview:addToWaitingList')), uiText('waitingList:add.submit')],
    [
      '/dashboard/therapist/sessions',
      () => button(page, uiText('sessionList:enter')).click(),
      uiText('sessionNew:entry.submit'),
    ],
    ['/dashboard/therapist/payments?new=true', async () => {}, uiText('invoice:new.submit')],
    [
      `/dashboard/therapist/payments/${invoice.id}`,
      () => button(page, uiText('payment:record.action')).click(),
      uiText('payment:record.submit'),
    ],
  ]
  for (const [address, open, submit] of dialogs) {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(address)
    await open()
    const dialog = page.getByRole('dialog')
    const submitButton = dialog.getByRole('button', { name: submit, exact: true })
    for (const [width, height] of [
      [1280, 720],
      [390, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const place of ['start', 'end']) {
        await dialog.evaluate((element, at) => element.scrollTo(0, at === 'end' ? element.scrollHeight : 0), place)
        await expect(submitButton, `${submit} at ${width}, ${place}`).toBeInViewport({ ratio: 1 })
      }
    }
  }
  await expectNoErrors(nora)
})
