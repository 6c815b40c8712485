import { richFrom } from '@attune/contract/common/rich-text'
import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { enter, setUpByCalls, type ClientMember, type Practice } from './cast.ts'
import { everywhere, faultless, heading, look } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

const shared = '/dashboard/therapist/journals'
const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment for your own record' })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

async function share(client: ClientMember, title: string, text: string) {
  const { journal } = client.api
  const { items } = await journal.therapists({})
  const { id } = await journal.save({
    id: randomUUID(),
    version: 0,
    title,
    content: richFrom(text),
    mood: 4,
    tags: ['sleep'],
    writtenAt: new Date().toISOString(),
    files: [],
  })
  const therapistIds = items.map((one) => one.id)
  await journal.share({ id, therapistIds, command: randomUUID() })
  return { id, revoke: () => journal.revoke({ id, therapistId: therapistIds[0] ?? '' }) }
}

test('a therapist reads, comments and replies to shared entries, and loses access when the share is revoked [1.07, 6.06]', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const visitor = await look(await enter(browser, product, practice.therapist))
  const { page } = visitor
  const inMain = page.getByRole('main')

  await test.step('nothing is shared yet', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=journal`)
    await faultless(page, 'journal of a client, empty', page.getByText('Ana has shared nothing with you.'))
    await page.goto(shared)
    await faultless(page, 'shared entries, empty', page.getByText('Nothing new'))
  })

  const { id, revoke } = await share(ana, 'The train from Altona', 'I took the early train.')

  await test.step('the entry appears without a reload, and on the dashboard without its content', async () => {
    await expect(inMain.getByRole('link', { name: 'The train from Altona' })).toBeVisible()
    await faultless(page, 'shared entries', inMain.getByText('I took the early train.'), everywhere)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/dashboard/therapist')
    const card = page.getByRole('region', { name: '1 new entry' })
    await expect(card).toContainText('Ana M.')
    await expect(card).not.toContainText('train')
    await card.getByRole('link', { name: 'Ana M.' }).click()
    await expect(inMain.getByText('I took the early train.')).toBeVisible()
  })

  await test.step('a comment stays with the therapist, a reply reaches the client', async () => {
    await comment(page).fill('A fact and not an order.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect(comment(page)).toHaveValue('')
    await reply(page).fill('Thank you for this.')
    await reply(page).press('ControlOrMeta+Enter')
    await expect(reply(page)).toHaveValue('')
    await faultless(page, 'a shared entry', page.getByText('A fact and not an order.'), everywhere)
    await page.setViewportSize({ width: 1280, height: 800 })
    const seen = await ana.api.journal.get({ id })
    expect(seen.replies.map(({ text }) => text)).toEqual(['Thank you for this.'])
    expect(JSON.stringify(seen)).not.toContain('A fact and not an order.')
  })

  await test.step('a read entry is not new any more; marked as unread it is new again', async () => {
    await page.goto(shared)
    await expect(page.getByText('Nothing new')).toBeVisible()
    await page.getByRole('link', { name: 'Show all shared entries' }).click()
    await inMain.getByRole('link', { name: 'The train from Altona' }).click()
    await page.getByRole('button', { name: 'Mark as unread' }).click()
    await expect(page).toHaveURL(shared)
    await expect(inMain.getByRole('link', { name: 'The train from Altona' })).toBeVisible()
  })

  await test.step('an entry unshared during a reply disappears, and the reply’s text is kept', async () => {
    await inMain.getByRole('link', { name: 'The train from Altona' }).click()
    await reply(page).fill('Half an answer')
    await revoke()
    await expect(heading(page, 'This entry is no longer shared with you')).toBeVisible()
    await expect(page.getByText('I took the early train.')).toBeHidden()
    await faultless(page, 'no longer shared', page.getByText('Half an answer'))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'To the shared entries' }).click()
    await expect(page.getByText('Nothing new')).toBeVisible()
  })

  await test.step('the therapist’s comments stay in the record, without the entry', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=journal`)
    const kept = page.getByRole('region', { name: 'Your comments on entries that are no longer shared' })
    await faultless(page, 'comments that stay', kept.getByText('A fact and not an order.'))
    await expect(inMain).not.toContainText('train')
  })
  await noTroubles(visitor)
})
