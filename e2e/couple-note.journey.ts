import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import {
  addClientByApi,
  openSignedIn,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
let sessionId = ''
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  const { api } = practice.therapist
  const [ben, mia] = [
    await addClientByApi(practice.therapist, 'Ben', 'Okafor'),
    await addClientByApi(practice.therapist, 'Mia', 'Roth'),
  ]
  const session = await api.session.logPast({
    id: randomUUID(),
    clientIds: [ana.clientId, ben.id, mia.id],
    startsAt: new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString(),
    durationMinutes: 50,
    format: 'in-person',
    therapyType: 'family',
    outcome: 'completed',
  })
  sessionId = session.id
  const attendance = [{ clientId: mia.id, attendance: 'absent' as const }]
  await api.session.correct({ id: sessionId, command: randomUUID(), attendance })
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: uiText('note:parts.label', { name }), exact: true })
const shared = (page: Page) => page.getByRole('textbox', { name: uiText('note:parts.sharedLabel') })
const list = (page: Page) => page.getByRole('navigation', { name: uiText('note:parts.list') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const signed = (page: Page) => page.locator('#note').getByText(uiTextPattern('note:signed.at', { when: /.+/ }))

async function confirmSigning(page: Page, parts: string[]) {
  await button(page, uiText('note:sign.open')).click()
  const dialog = page.getByRole('dialog', { name: uiText('note:sign.title') })
  for (const part of parts) await expect(dialog.getByRole('listitem').filter({ hasText: part })).toHaveCount(1)
  await dialog.getByRole('button', { name: uiText('note:sign.submit') }).click()
  await expect(dialog).toBeHidden()
}

test('the note of a session with several clients has a part for each, in the session and in the record @slow', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora

  await test.step('only the part with the focus shows its tools, and nothing moves when they appear', async () => {
    await page.goto(`/dashboard/therapist/sessions/session-details?id=${sessionId}`)
    await field(page, 'Ben Okafor').waitFor()
    const toolbars = page.locator('#note').getByRole('toolbar')
    await expect(toolbars).toHaveCount(0)
    const tops = () =>
      page
        .locator('#note [contenteditable]')
        .evaluateAll((fields) => fields.map((one) => Math.round(one.getBoundingClientRect().top + scrollY)))
    const before = await tops()
    for (const name of ['Ana Moreau', 'Ben Okafor']) {
      await field(page, name).click()
      await expect(toolbars).toHaveCount(1)
      await expect(toolbars).toHaveAccessibleName(
        uiText('richText:toolbar', { label: uiText('note:parts.label', { name }) }),
      )
      expect(await tops()).toEqual(before)
    }
  })
  await test.step('the list of parts leads into each part, and each part is saved by itself', async () => {
    await list(page).getByRole('button', { name: 'Ana Moreau' }).click()
    await expect(field(page, 'Ana Moreau')).toBeFocused()
    await page.keyboard.type('Ana was calm.')
    await list(page).getByRole('button', { name: 'Ben Okafor' }).press('Enter')
    await expect(field(page, 'Ben Okafor')).toBeFocused()
    await page.keyboard.type('Ben was quiet.')
    await shared(page).click()
    await page.keyboard.type('Both came late.')
    await expect(field(page, 'Mia Roth')).toHaveCount(0)
  })

  await test.step('one signature locks the parts with text', async () => {
    await confirmSigning(page, ['Ana Moreau', 'Ben Okafor', uiText('note:parts.shared'), 'Mia Roth'])
    await expect(signed(page)).toHaveCount(3)
    const { parts } = await practice.therapist.api.note.parts({ sessionId })
    const times = parts.flatMap(({ signedAt }) => signedAt ?? [])
    expect(times).toHaveLength(3)
    expect(new Set(times).size).toBe(1)
  })

  await test.step('a note about the absent client is begun afterwards and signed alone', async () => {
    await button(page, uiText('note:parts.begin', { name: 'Mia' })).click()
    await expect(field(page, 'Mia Roth')).toBeFocused()
    await page.keyboard.type('Mia wrote that she was ill.')
    await confirmSigning(page, [])
    await expect(signed(page)).toHaveCount(4)
  })

  await test.step('the record of one client shows its own part, and the shared one with a mark', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=notes`)
    const notes = page.getByRole('list', { name: uiText('note:list.title') })
    await expect(notes.getByRole('listitem').filter({ hasText: 'Ana was calm.' })).toHaveCount(1)
    await expect(page.getByText('Ben was quiet.')).toHaveCount(0)
    await expect(page.getByText('Mia wrote')).toHaveCount(0)
    const marked = notes.getByRole('button').filter({ hasText: uiText('note:list.shared') })
    await marked.click()
    await expect(page.getByRole('article')).toContainText('Both came late.')
    await notes.getByRole('button').filter({ hasText: 'Ana was calm.' }).click()
    await expect(page.getByRole('article')).toContainText('Ana was calm.')
  })
  await expectNoErrors(nora)
})
