import { expect, test, type Page } from '@playwright/test'
import { jpegPicture } from '../apps/server/src/testing/files/uploads.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { closeVisitors, expectNoErrors, type Visitor } from './visitor.ts'
import { serverText, uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
let nora: Visitor
let client: Visitor
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.beforeEach(async ({ browser }) => {
  nora = await openSignedIn(browser, product, practice.therapist)
  client = await openSignedIn(browser, product, ana)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const done = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()

/** Fills in the fields that the assign dialog has for every type of task. */
async function give(page: Page, title: string, whom: 'Ana' | 'Mia', more: () => Promise<void>) {
  await page
    .getByRole('button', { name: uiText('tasks:act.assign') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: uiText('taskAssign:assign') })
  await dialog.getByRole('combobox', { name: uiTextPattern('sessionNew:clients') }).fill(whom)
  await dialog.getByRole('option', { name: new RegExp(`^${whom} `) }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel(uiText('taskAssign:title')).fill(title)
  await more()
  await dialog.getByRole('button', { name: uiText('taskAssign:submit'), exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Goes to the last step of a form that shows one question at a time. */
async function openLastStep(page: Page) {
  const next = page.getByRole('button', { name: uiText('taskForms:steps.next'), exact: true })
  const submit = page.getByRole('button', { name: uiText('taskForms:submit') })
  while (!(await submit.isVisible())) await next.click()
}

test('tasks are assigned, filled in across a reload, submitted, undone, declined and reassigned [1.06, 4.01, 4.02, 5.05] @slow', async () => {
  const { page } = nora
  const own = client.page

  await test.step('the therapist assigns a thought record and a check-in; they appear for the client at once, with a count', async () => {
    await own.goto('/dashboard/client/tasks')
    await expect(own.getByRole('heading', { name: uiText('tasks:empty.mine') })).toBeVisible()
    await page.goto('/dashboard/therapist/tasks')
    await give(page, 'Letter to my sister', 'Ana', async () => {
      await page.getByRole('textbox', { name: uiText('tasks:fields.description') }).fill('Half a page is enough.')
      await page.getByRole('radio', { name: uiText('tasks:kind.thought-record') }).check()
    })
    await give(page, 'Evening check-in', 'Ana', async () => {
      await page.getByRole('radio', { name: uiText('tasks:kind.check-in') }).check()
      await page.getByRole('textbox', { name: uiText('taskAssign:checkIn.question') }).fill('How was your day?')
      await page.getByLabel(uiText('taskAssign:checkIn.low')).fill('A hard one')
    })
    await expect(
      region(page, uiText('tasks:status.assigned')).getByRole('link', { name: 'Letter to my sister', exact: true }),
    ).toBeVisible()
    await expect(own.getByRole('link', { name: 'Letter to my sister', exact: true })).toBeVisible()
    await expect(
      own
        .getByRole('navigation', { name: uiText('shell:navigation') })
        .getByTitle(uiText('shell:openTasks_other', { count: '2' })),
    ).toBeVisible()
  })

  await test.step('typing starts the task, and the text is there after a reload', async () => {
    await own.getByRole('link', { name: 'Letter to my sister', exact: true }).click()
    await done(own, 'Half a page is enough.')
    await own.getByRole('textbox', { name: uiText('taskForms:thought.situation.label') }).fill('At the kitchen table.')
    await expect(own.getByText(uiTextPattern('note:state.saved', { when: /\d\d:\d\d/ }))).toBeVisible()
    await expect(
      region(page, uiText('tasks:status.in-progress')).getByRole('link', { name: 'Letter to my sister', exact: true }),
    ).toBeVisible()
    await own.getByRole('button', { name: uiText('taskForms:steps.next'), exact: true }).click()
    await own.getByRole('textbox', { name: uiText('taskForms:thought.thought.label') }).fill('She will not answer.')
    await own.reload()
    await expect(own.getByRole('textbox', { name: uiText('taskForms:thought.feeling.label') })).toBeVisible()
    await own.getByRole('button', { name: uiText('taskForms:steps.back'), exact: true }).click()
    await expect(own.getByRole('textbox', { name: uiText('taskForms:thought.thought.label') })).toHaveValue(
      'She will not answer.',
    )
    await own.getByRole('button', { name: uiText('taskForms:steps.back'), exact: true }).click()
    await expect(own.getByRole('textbox', { name: uiText('taskForms:thought.situation.label') })).toHaveValue(
      'At the kitchen table.',
    )
  })

  await test.step('the task is submitted, read by the therapist, and undone within a day', async () => {
    await openLastStep(own)
    await own.getByRole('button', { name: uiText('taskForms:submit') }).click()
    await done(own, uiText('taskForms:submitted', { name: 'Nora Lindqvist' }))
    await region(page, uiText('tasks:status.completed'))
      .getByRole('button', { name: uiText('tasks:act.menuOf', { title: 'Letter to my sister' }) })
      .press('Enter')
    await page.keyboard.press('Escape')
    await region(page, uiText('tasks:status.completed'))
      .getByRole('link', { name: 'Letter to my sister', exact: true })
      .press('Enter')
    await expect(
      region(page, uiText('taskForms:answer.theirs', { name: 'Ana' })).getByText('She will not answer.'),
    ).toBeVisible()
    await own.getByRole('button', { name: uiText('tasks:act.undo') }).click()
    await done(own, uiText('tasks:done.undone'))
    await expect(own.getByRole('textbox', { name: uiText('taskForms:thought.feeling.label') })).toBeVisible()
    await openLastStep(own)
    await own.getByRole('button', { name: uiText('taskForms:submit') }).click()
    await expect(own.getByRole('heading', { name: uiText('taskForms:title.answer') })).toBeVisible()
    await page.getByRole('textbox', { name: uiText('tasks:comments.write') }).fill('Thank you for writing it.')
    await page.getByRole('button', { name: uiText('tasks:comments.send') }).click()
    await done(own, 'Thank you for writing it.')
  })

  await test.step('the scale is a radio group of eleven by keyboard', async () => {
    await own.goto('/dashboard/client/tasks')
    await own.getByRole('button', { name: `${uiText('tasks:act.start')}: Evening check-in` }).click()
    const scale = own.getByRole('group', { name: 'How was your day?' })
    await scale.getByRole('radio', { name: '0, A hard one' }).focus()
    await own.keyboard.press('Space')
    for (const _ of [1, 2, 3]) await own.keyboard.press('ArrowRight')
    await expect(scale.getByRole('radio', { name: '3' })).toBeChecked()
    await own.goto('/dashboard/client/tasks')
    await expect(own.getByRole('link', { name: `${uiText('tasks:act.continue')}: Evening check-in` })).toBeVisible()
  })

  await test.step('declining asks for a reason; the therapist reads it on the board and reassigns the task', async () => {
    await own.getByRole('button', { name: uiText('tasks:act.menuOf', { title: 'Evening check-in' }) }).click()
    await own.getByRole('menuitem', { name: uiText('tasks:act.decline') }).click()
    const dialog = own.getByRole('dialog', { name: uiText('tasks:declining.title') })
    await dialog.getByRole('button', { name: uiText('tasks:declining.submit'), exact: true }).click()
    await expect(dialog.getByText('Decline reason required')).toBeVisible()
    await dialog.getByRole('textbox').fill('I would rather talk about it first.')
    await dialog.getByRole('button', { name: uiText('tasks:declining.submit'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/dashboard/therapist/tasks')
    await expect(
      region(page, uiText('tasks:status.denied')).getByText('I would rather talk about it first.'),
    ).toBeVisible()
    await page.getByRole('button', { name: uiText('tasks:act.reassignOf', { title: 'Evening check-in' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('tasks:reassigning.submit') })
      .click()
    await expect(
      region(page, uiText('tasks:status.assigned')).getByRole('link', { name: 'Evening check-in', exact: true }),
    ).toBeVisible()
    await expect(own.getByRole('button', { name: `${uiText('tasks:act.start')}: Evening check-in` })).toBeVisible()
  })

  await test.step('the client’s profile shows the progress, also as numbers', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=tasks`)
    await expect(
      region(page, uiText('tasks:ofClient.open')).getByRole('link', { name: 'Evening check-in' }),
    ).toBeVisible()
    await expect(
      region(page, uiText('tasks:ofClient.ended')).getByRole('link', { name: 'Letter to my sister' }),
    ).toBeVisible()
  })
  await expectNoErrors(nora)
  await expectNoErrors(client)
})

test('a PHQ-9 with item 9 above zero shows help at once and the safety page after submitting, and the therapist acknowledges it @deep', async ({
  browser,
}) => {
  const mia = await practice.newClient('Mia', 'Sommer', 'de')
  const own = await openSignedIn(browser, product, mia, { phone: true, locale: 'de-DE' })
  const [client, { page }] = [own.page, nora]
  await page.goto('/dashboard/therapist/tasks')
  await give(page, 'The last two weeks', 'Mia', async () => {
    await page.getByRole('radio', { name: uiText('tasks:kind.phq-9') }).check()
  })

  await test.step('the German questionnaire says in advance what happens with item 9', async () => {
    await client.goto('/dashboard/client/tasks')
    await client.getByRole('link', { name: 'The last two weeks', exact: true }).click()
    await done(client, uiTextIn('de', 'taskForms:questionnaire.before', { option: 'Überhaupt nicht' }))
    await expect(client.getByRole('group', { name: /^1\. Wenig Interesse oder Freude/ })).toBeVisible()
  })

  await test.step('item 9 shows help at once; missing items are listed by number', async () => {
    const ninth = client.getByRole('group', { name: /^9\. / })
    await ninth.getByRole('radio', { name: 'An einzelnen Tagen' }).check()
    const help = client.getByRole('alert').filter({ hasText: uiTextIn('de', 'safety:chosen.open') })
    await expect(help.getByRole('link', { name: uiTextIn('de', 'safety:chosen.open') })).toBeVisible()
    await ninth.getByRole('radio', { name: 'Überhaupt nicht' }).check()
    await expect(help).toBeHidden()
    await ninth.getByRole('radio', { name: 'Beinahe jeden Tag' }).check()
    await client.getByRole('button', { name: uiTextIn('de', 'taskForms:submit') }).click()
    await done(client, /1, 2, 3, 4, 5, 6, 7, 8/)
  })

  await test.step('the therapist sees nothing before submission; then the client is on the safety page', async () => {
    for (let item = 1; item <= 8; item++)
      await client
        .getByRole('group', { name: new RegExp(`^${item}\\. `) })
        .getByRole('radio', { name: 'Überhaupt nicht' })
        .check()
    await expect(
      region(page, uiText('tasks:status.in-progress')).getByRole('link', { name: 'The last two weeks', exact: true }),
    ).toBeVisible()
    await expect(page.getByText(uiText('tasks:flag.short'))).toHaveCount(0)
    await client.getByRole('button', { name: uiTextIn('de', 'taskForms:submit') }).click()
    await expect(client).toHaveURL(/\/dashboard\/client\/safety$/)
    const call = client.getByRole('link', { name: /112$/ })
    await expect(call).toHaveCount(1)
    await expect(call).toHaveAttribute('href', 'tel:112')
  })

  await test.step('the therapist is notified at once with a neutral text; the acknowledgement is permanent', async () => {
    const completed = region(page, uiText('tasks:status.completed'))
    await expect(completed.getByText(uiText('tasks:flag.short'))).toBeVisible()
    await notificationBell(nora).click()
    await page.getByRole('button', { name: serverText('notification.task-flagged.title') }).click()
    const flag = region(page, /Mia/).filter({
      has: page.getByRole('button', { name: uiText('tasks:flag.acknowledge') }),
    })
    await expect(flag).toBeVisible()
    await expect(
      region(page, uiText('taskForms:answer.theirs', { name: 'Mia' })).getByText(
        uiText('taskForms:score', { score: '3', most: '27', band: uiText('taskForms:band.minimal') }),
      ),
    ).toBeVisible()
    await expect(
      region(page, uiText('taskForms:answer.theirs', { name: 'Mia' })).locator('li[data-raised]'),
    ).toContainText('Gedanken, dass Sie lieber tot')
    await flag.getByRole('button', { name: uiText('tasks:flag.acknowledge') }).click()
    await expect(flag).toBeHidden()
    await page.reload()
    await expect(region(page, uiText('taskForms:answer.theirs', { name: 'Mia' }))).toBeVisible()
    await expect(page.getByRole('button', { name: uiText('tasks:flag.acknowledge') })).toHaveCount(0)
  })
  await expectNoErrors(nora, own)
})

test(
  'files of a task: a refused one is explained, an accepted one can be opened by the client only',
  { tag: '@deep' },
  async ({ browser }) => {
    const { page } = nora
    const own = client.page
    await page.goto('/dashboard/therapist/tasks')
    await give(page, 'A picture to look at', 'Ana', async () => {
      const dialog = page.getByRole('dialog', { name: uiText('taskAssign:assign') })
      await dialog.locator('input[type=file]').setInputFiles([
        { name: 'lake.jpeg', mimeType: 'image/jpeg', buffer: await jpegPicture() },
        { name: 'lake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') },
      ])
      await expect(dialog.getByText(uiText('file:problem.type'))).toBeVisible()
      await expect(
        dialog
          .getByRole('img', { name: 'lake.jpeg' })
          .or(dialog.getByText(/^\d+ (B|kB)$/))
          .first(),
      ).toBeVisible()
    })
    await own.goto('/dashboard/client/tasks')
    await own.getByRole('link', { name: 'A picture to look at', exact: true }).click()
    await expect(own.getByText('lake.jpeg')).toBeVisible()
    await expect(own.getByText('lake.jpg')).toHaveCount(0)
    const stranger = await openSignedIn(browser, product, await practice.newClient('Tom', 'Keller'))
    await stranger.page.goto('/dashboard/client')
    // The address of the file must not work for anyone else, even while it is valid.
    const asked = own.waitForResponse((response) => response.url().includes('/api/files/') && response.ok())
    await own.getByRole('button', { name: /lake\.jpeg/ }).click()
    const address = (await asked).url()
    expect((await own.request.get(address)).status()).toBe(200)
    expect((await stranger.page.request.get(address)).status()).toBe(404)
    await expect(own.getByRole('dialog').getByRole('img', { name: 'lake.jpeg' })).toBeVisible()
    await expectNoErrors(nora, client, stranger)
  },
)

test('a task with a draft has to be opened before it is completed [1.06]', { tag: '@deep' }, async () => {
  const own = client.page
  await nora.page.goto('/dashboard/therapist/tasks')
  await give(nora.page, 'Three names', 'Ana', async () => {})
  await own.goto('/dashboard/client/tasks')
  await own.getByRole('button', { name: `${uiText('tasks:act.start')}: Three names` }).click()
  await expect(own.getByRole('heading', { name: 'Three names' })).toBeVisible()
  await own.goto('/dashboard/client/tasks')
  await expect(own.getByRole('button', { name: `${uiText('tasks:act.complete')}: Three names` })).toBeVisible()
  await own.getByRole('link', { name: 'Three names', exact: true }).click()
  await own.getByRole('textbox', { name: uiText('taskForms:note.plain') }).fill('Ida, and then I do not know.')
  await expect(own.getByText(uiTextPattern('note:state.saved', { when: /\d\d:\d\d/ }))).toBeVisible()
  await own.goto('/dashboard/client/tasks')
  await own.getByRole('link', { name: `${uiText('tasks:act.continue')}: Three names` }).click()
  await expect(own.getByRole('textbox', { name: uiText('taskForms:note.plain') })).toHaveValue(
    'Ida, and then I do not know.',
  )
  await own.getByRole('button', { name: uiText('taskForms:markComplete') }).click()
  await expect(region(own, uiText('taskForms:answer.mine')).getByText('Ida, and then I do not know.')).toBeVisible()
})
