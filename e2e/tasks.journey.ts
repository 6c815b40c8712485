import { expect, test, type Page } from '@playwright/test'
import { enter, setUpByCalls, type ClientMember, type Practice } from './cast.ts'
import { openProduct, type Product } from './product.ts'
import { noTroubles, picturesOfFailure, type Visitor } from './visitor.ts'

let product: Product
let practice: Practice
let ana: ClientMember
let nora: Visitor
let client: Visitor
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async ({ browser }) => {
  product = await openProduct()
  practice = await setUpByCalls(product)
  ana = await practice.newClient('Ana', 'Moreau')
  nora = await enter(browser, product, practice.therapist)
  client = await enter(browser, product, ana)
})
test.afterAll(() => product.stop())
test.afterEach(picturesOfFailure)

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const done = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()

/** Fills the dialog that gives a task, as far as every kind needs it. */
async function give(page: Page, title: string, more: () => Promise<void>) {
  await page.getByRole('button', { name: 'Assign task' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Assign a task' })
  await dialog.getByRole('combobox', { name: /^Clients/ }).fill('Ana')
  await dialog.getByRole('option', { name: 'Ana Moreau' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Title').fill(title)
  await more()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a task is given, filled in over a reload, handed in, taken back, and another is declined and given again [1.06, 4.01, 4.02, 5.05, 7.11]', async () => {
  const { page } = nora
  const own = client.page

  await test.step('the therapist gives a thought record and a check-in; they come to the client live, with a count', async () => {
    await own.goto('/dashboard/client/tasks')
    await expect(own.getByRole('heading', { name: 'No tasks yet' })).toBeVisible()
    await page.goto('/dashboard/therapist/tasks')
    await give(page, 'Letter to my sister', async () => {
      await page.getByRole('textbox', { name: 'Description' }).fill('Half a page is enough.')
      await page.getByLabel('Kind').selectOption({ label: 'Thought record' })
    })
    await give(page, 'Evening check-in', async () => {
      await page.getByLabel('Kind').selectOption({ label: 'Check-in, 0 to 10' })
      await page.getByLabel('Question').fill('How was your day?')
      await page.getByLabel('Words for 0').fill('Very hard')
    })
    await expect(
      region(page, 'Assigned').getByRole('button', { name: 'Letter to my sister', exact: true }),
    ).toBeVisible()
    await expect(own.getByRole('link', { name: 'Letter to my sister', exact: true })).toBeVisible()
    await expect(own.getByRole('navigation', { name: 'Pages' }).getByTitle('2 open tasks')).toBeVisible()
  })

  await test.step('what the client writes begins the task, and is there after a reload', async () => {
    await own.getByRole('link', { name: 'Letter to my sister', exact: true }).click()
    await done(own, 'Half a page is enough.')
    await own.getByRole('textbox', { name: 'Situation' }).fill('At the kitchen table.')
    await expect(own.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await expect(
      region(page, 'In progress').getByRole('button', { name: 'Letter to my sister', exact: true }),
    ).toBeVisible()
    await own.getByRole('textbox', { name: 'Thought' }).fill('She will not answer.')
    await own.reload()
    await expect(own.getByRole('textbox', { name: 'Situation' })).toHaveValue('At the kitchen table.')
    await expect(own.getByRole('textbox', { name: 'Thought' })).toHaveValue('She will not answer.')
  })

  await test.step('it is handed in, read by the therapist, and taken back within a day', async () => {
    await own.getByRole('button', { name: 'Hand in' }).click()
    await done(own, 'Handed in. Nora Lindqvist can read it now.')
    await region(page, 'Completed').getByRole('button', { name: 'Letter to my sister', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click()
    await expect(region(page, 'Ana’s answer').getByText('She will not answer.')).toBeVisible()
    await own.getByRole('button', { name: 'Undo' }).click()
    await done(own, 'Taken back. It is in progress again.')
    await expect(own.getByRole('textbox', { name: 'Situation' })).toHaveValue('At the kitchen table.')
    await own.getByRole('button', { name: 'Hand in' }).click()
    await expect(own.getByRole('heading', { name: 'Your answer' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Thank you for writing it.')
    await page.getByRole('button', { name: 'Send' }).click()
    await done(own, 'Thank you for writing it.')
  })

  await test.step('the scale is one choice of eleven by the keyboard', async () => {
    await own.goto('/dashboard/client/tasks')
    await own.getByRole('button', { name: 'Start: Evening check-in' }).click()
    const scale = own.getByRole('group', { name: 'How was your day?' })
    await scale.getByRole('radio', { name: '0, Very hard' }).focus()
    await own.keyboard.press('Space')
    for (const _ of [1, 2, 3]) await own.keyboard.press('ArrowRight')
    await expect(scale.getByRole('radio', { name: '3' })).toBeChecked()
    await own.goto('/dashboard/client/tasks')
    await expect(own.getByRole('link', { name: 'Continue: Evening check-in' })).toBeVisible()
  })

  await test.step('declining asks for a reason; the therapist reads it on the board and gives the task again', async () => {
    await own.getByRole('button', { name: 'More about Evening check-in' }).click()
    await own.getByRole('menuitem', { name: 'Decline' }).click()
    const dialog = own.getByRole('dialog', { name: 'Decline this task' })
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(dialog.getByText('Decline reason required')).toBeVisible()
    await dialog.getByRole('textbox').fill('I would rather talk about it first.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/dashboard/therapist/tasks')
    await expect(region(page, 'Declined').getByText('I would rather talk about it first.')).toBeVisible()
    await page.getByRole('button', { name: 'Assign again: Evening check-in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Assign again' }).click()
    await expect(region(page, 'Assigned').getByRole('button', { name: 'Evening check-in', exact: true })).toBeVisible()
    await expect(own.getByRole('button', { name: 'Start: Evening check-in' })).toBeVisible()
  })

  await test.step('the profile of the client shows how it went, as numbers too', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=tasks`)
    await expect(region(page, /^Open tasks/).getByRole('link', { name: 'Evening check-in' })).toBeVisible()
    await expect(region(page, /^Completed/).getByRole('link', { name: 'Letter to my sister' })).toBeVisible()
  })
  await noTroubles(nora)
  await noTroubles(client)
})
