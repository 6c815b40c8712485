import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const shared = '/dashboard/therapist/journals'
const comment = (page: Page) => page.getByRole('textbox', { name: uiText('sharedJournal:comment.label') })
const reply = (page: Page) => page.getByRole('textbox', { name: uiText('sharedJournal:reply.label') })

async function share(client: ClientPracticeMember, title: string, text: string) {
  const { journal } = client.api
  const { items } = await journal.therapists({})
  const { id } = await journal.save({
    id: randomUUID(),
    version: 0,
    title,
    content: richTextFromPlain(text),
    mood: 4,
    tags: ['sleep'],
    writtenAt: new Date().toISOString(),
    files: [],
  })
  const therapistIds = items.map((one) => one.id)
  await journal.share({ id, therapistIds, command: randomUUID() })
  const change = async (words: string) => {
    const { version, writtenAt, mood, tags } = await journal.get({ id })
    return journal.save({ id, version, title, content: richTextFromPlain(words), mood, tags, writtenAt, files: [] })
  }
  return { id, change, revoke: () => journal.revoke({ id, therapistId: therapistIds[0] ?? '' }) }
}

test(
  'a therapist reads, comments and replies to shared entries, and loses access when the share is revoked [1.07]',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = visitor
    const inMain = page.getByRole('main')

    await test.step('nothing is shared yet', async () => {
      await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=journal`)
      await expectAccessibleInViews(
        page,
        'journal of a client, empty',
        page.getByText(uiText('sharedJournal:client.empty', { name: 'Ana' })),
      )
      await page.goto(shared)
      await expectAccessibleInViews(page, 'shared entries, empty', page.getByText(uiText('sharedJournal:empty.new')))
    })

    const { id, revoke, change } = await share(ana, 'The train from Altona', 'I took the early train.')

    await test.step('the entry appears without a reload, and on the dashboard without its content', async () => {
      await expect(inMain.getByRole('link', { name: 'The train from Altona' })).toBeVisible()
      await expectAccessibleInViews(page, 'shared entries', inMain.getByText('I took the early train.'), allViews)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/dashboard/therapist')
      const card = page.getByRole('region', { name: uiText('dashboard:needs.title') })
      await expect(card).toContainText('Ana M.')
      await expect(card).not.toContainText('train')
      await card.getByRole('link', { name: uiText('dashboard:needs.line.entry') }).click()
      await expect(inMain.getByText('I took the early train.')).toBeVisible()
    })

    await test.step('a comment stays with the therapist, a reply reaches the client', async () => {
      await comment(page).fill('A fact and not an order.')
      await page.getByRole('button', { name: uiText('sharedJournal:comment.submit') }).click()
      await expect(comment(page)).toHaveValue('')
      await reply(page).fill('Thank you for this.')
      await reply(page).press('ControlOrMeta+Enter')
      await expect(reply(page)).toHaveValue('')
      await expectAccessibleInViews(page, 'a shared entry', page.getByText('A fact and not an order.'), allViews)
      await page.setViewportSize({ width: 1280, height: 800 })
      const seen = await ana.api.journal.get({ id })
      expect(seen.replies.map(({ text }) => text)).toEqual(['Thank you for this.'])
      expect(JSON.stringify(seen)).not.toContain('A fact and not an order.')
    })

    await test.step('a read entry is not new any more; marked as unread it is new again', async () => {
      await page.goto(shared)
      await expect(page.getByText(uiText('sharedJournal:empty.new'))).toBeVisible()
      await page.getByRole('link', { name: uiText('sharedJournal:empty.showAll') }).click()
      await inMain.getByRole('link', { name: 'The train from Altona' }).click()
      await page.getByRole('button', { name: uiText('sharedJournal:unread.mark') }).click()
      await expect(page).toHaveURL(shared)
      await expect(inMain.getByRole('link', { name: 'The train from Altona' })).toBeVisible()
    })

    await test.step('while the therapist reads, a change appears only once the client has published it', async () => {
      await inMain.getByRole('link', { name: 'The train from Altona' }).click()
      await expect(inMain.getByText('I took the early train.')).toBeVisible()
      const { version } = await change('I took the late train.')
      await page.reload()
      await expect(inMain.getByText('I took the early train.')).toBeVisible()
      await ana.api.journal.publish({ id, version })
      await expect(inMain.getByText('I took the late train.')).toBeVisible()
    })

    await test.step('an entry unshared during a reply disappears, and the reply’s text is kept', async () => {
      await reply(page).fill('Half an answer')
      await revoke()
      await expect(heading(page, uiText('sharedJournal:notShared.title'))).toBeVisible()
      await expect(page.getByText('I took the late train.')).toBeHidden()
      await expectAccessibleInViews(page, 'no longer shared', page.getByText('Half an answer'))
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('link', { name: uiText('sharedJournal:notShared.toList') }).click()
      await expect(page.getByText(uiText('sharedJournal:empty.new'))).toBeVisible()
    })

    await test.step('the therapist’s comments stay in the record, without the entry', async () => {
      await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=journal`)
      const kept = page.getByRole('region', { name: uiText('sharedJournal:unsharedComments.title') })
      await expectAccessibleInViews(page, 'comments that stay', kept.getByText('A fact and not an order.'))
      await expect(inMain).not.toContainText('train')
    })
    await expectNoErrors(visitor)
  },
)
