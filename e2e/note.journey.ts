import { expect, test, type Page } from '@playwright/test'
import {
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors, visitorPassword, type Visitor } from './visitor.ts'
import { checkByKeyboard } from './steps.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const field = (page: Page) => page.getByRole('textbox', { name: uiText('note:label') })
const lines = (page: Page) => field(page).locator('p')
const saved = (page: Page) => page.getByText(uiTextPattern('note:state.saved', { when: /\d\d:\d\d/ })).first()
const keptHere = (page: Page) => page.getByText(uiText('common:outcome.onDevice')).first()
const cameBack = (page: Page) => page.getByText(uiText('note:back')).or(page.getByText(uiText('note:backSaved')))
/** Returns the path of a session for the therapist or the client. */
const placeOf = (id: string, whose: 'therapist' | 'client' = 'therapist') =>
  `/dashboard/${whose}/sessions/session-details?id=${id}`

/** Types `words` at the end of the text. */
async function write(page: Page, words: string) {
  await field(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(words)
}

test(
  'a session note survives a closed page, a lost network and an expired login',
  { tag: '@deep' },
  async ({ browser }) => {
    const { id } = await planSessionByApi(practice.therapist, ana.clientId, 3, 9, true)
    const nora = await openSignedIn(browser, product, practice.therapist)
    let { page } = nora
    const stands = async () => (await practice.therapist.api.note.open({ sessionId: id })).text

    await test.step('typed text is saved automatically, and at once with Ctrl+S', async () => {
      await page.goto(placeOf(id))
      await expect(page.getByText(uiText('note:private')).first()).toBeVisible()
      await write(page, 'Slept through twice.')
      await expect(saved(page)).toBeVisible()
      await write(page, ' The dread is smaller.')
      await page.keyboard.press('ControlOrMeta+s')
      await expect.poll(stands).toBe('Slept through twice. The dread is smaller.')
    })

    await test.step('headings are inserted at the cursor, and one undo removes them', async () => {
      await page.getByRole('button', { name: uiText('note:template.soap.name') }).click()
      await expect(field(page).locator('h3')).toHaveText([
        uiText('note:template.soap.subjective'),
        uiText('note:template.soap.objective'),
        uiText('note:template.soap.assessment'),
        uiText('note:template.soap.plan'),
      ])
      await page.keyboard.press('ControlOrMeta+z')
      await expect(field(page)).toHaveText('Slept through twice. The dread is smaller.')
    })

    await test.step('the tab is closed while offline: the text is restored and saved', async () => {
      await page.context().setOffline(true)
      await write(page, ' She named it first.')
      await expect(keptHere(page)).toBeVisible()
      await page.close()
      await nora.page.context().setOffline(false)
      page = await openTab(nora)
      await page.goto(placeOf(id))
      await expect(cameBack(page)).toBeVisible()
      await expect(field(page)).toHaveText('Slept through twice. The dread is smaller. She named it first.')
      await expect.poll(stands).toContain('She named it first.')
    })

    await test.step('the network fails and returns: the page says so and saves automatically', async () => {
      await page.context().setOffline(true)
      await write(page, ' Work is steady.')
      await expect(keptHere(page)).toBeVisible()
      await page.context().setOffline(false)
      await expect(saved(page)).toBeVisible()
      await expect.poll(stands).toContain('Work is steady.')
    })

    await test.step('the login ends while a sentence is typed: after signing in, the text is kept', async () => {
      await page.context().clearCookies({ name: 'attune' })
      await write(page, ' The letter is half')
      await expect(page.getByText(uiText('common:errors.NO_LOGIN'))).toBeVisible()
      await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
      await page.keyboard.press('Enter')
      const code = nora.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? ''
      await page.getByLabel(uiText('login:code')).first().fill(code)
      await page.keyboard.press('Enter')
      await expect(page.locator('[inert]')).toHaveCount(0)
      await expect(field(page)).toHaveText(/The letter is half$/)
      await expect.poll(stands).toContain('The letter is half')
    })
    await expectNoErrors(nora)
  },
)

test('two devices edit one note until it is signed', { tag: '@deep' }, async ({ browser }) => {
  const { id } = await planSessionByApi(practice.therapist, ana.clientId, 4, 9, true)
  const desk = await openSignedIn(browser, product, practice.therapist)
  const phone = await openSignedIn(browser, product, practice.therapist, { phone: true })
  for (const { page } of [desk, phone]) {
    await page.goto(placeOf(id))
    await expect(field(page)).toBeVisible()
  }

  await test.step('the second save shows both texts and loses none', async () => {
    await write(desk.page, 'Written at the desk.')
    await expect(saved(desk.page)).toBeVisible()
    await write(phone.page, 'Written on the phone.')
    await expect(phone.page.getByRole('region', { name: uiText('versionConflict:mine') })).toContainText(
      'Written on the phone.',
    )
    await expect(phone.page.getByRole('region', { name: uiText('versionConflict:theirs') })).toContainText(
      'Written at the desk.',
    )
    await phone.page.getByRole('button', { name: uiText('note:conflict.together') }).click()
    await expect(lines(phone.page)).toHaveText(['Written at the desk.', 'Written on the phone.'])
    await expect(saved(phone.page)).toBeVisible()
  })

  await test.step('a note that was changed on another device cannot be signed before its new text is shown', async () => {
    await desk.page.getByRole('button', { name: uiText('note:sign.open') }).click()
    const question = desk.page.getByRole('dialog', { name: uiText('note:sign.title') })
    await question.getByRole('button', { name: uiText('note:sign.submit') }).click()
    await expect(lines(desk.page)).toHaveText(['Written at the desk.', 'Written on the phone.'])
    await expect(question).toBeHidden()
  })

  await test.step('a signed note is locked on both devices; unsaved text becomes an addendum', async () => {
    await desk.page.getByRole('button', { name: uiText('note:sign.open') }).click()
    const question = desk.page.getByRole('dialog', { name: uiText('note:sign.title') })
    await expect(question).toContainText(uiText('note:sign.text'))
    await question.getByRole('button', { name: uiText('note:sign.submit') }).click()
    await expect(desk.page.getByText(uiTextPattern('note:signed.at', { when: /today.*/ }))).toBeVisible()
    await expect(field(desk.page)).toBeHidden()
    await write(phone.page, '\nToo late.')
    await expect(phone.page.getByText(uiText('note:addendum.unsigned'))).toBeVisible()
    await expect(phone.page.getByRole('textbox', { name: uiText('note:addendum.title') })).toHaveValue(/Too late\./)
    await phone.page.getByRole('textbox', { name: uiText('note:addendum.title') }).fill('The date was a day later.')
    await phone.page.getByRole('button', { name: uiText('note:addendum.submit') }).click()
    await expect(phone.page.getByText(uiText('note:addendum.done'))).toBeVisible()
    await desk.page.reload()
    await expect(desk.page.getByText('The date was a day later.').first()).toBeVisible()
  })

  await test.step('printing shows the session only', async () => {
    await desk.page.emulateMedia({ media: 'print' })
    const sheet = desk.page.locator('body > article')
    await expect(sheet).toBeVisible()
    await expect(sheet).toContainText('Ana Moreau')
    await expect(sheet).toContainText('Written at the desk.')
    await expect(sheet).toContainText('The date was a day later.')
    await expect(desk.page.locator('#root')).toBeHidden()
    await desk.page.emulateMedia({ media: 'screen' })
  })
  await expectNoErrors(desk, phone)
})

test('a client sees shared next steps at once, and never the note [3.08]', async ({ browser }) => {
  const { id } = await planSessionByApi(practice.therapist, ana.clientId, 5, 9, true)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const client = await openSignedIn(browser, product, ana, { phone: true })
  const answers: string[] = []
  client.page.on('response', (answer) => {
    if (answer.url().includes('/api/'))
      void answer.text().then(
        (text) => answers.push(text),
        () => {},
      )
  })
  await nora.page.goto(placeOf(id))
  await client.page.goto(placeOf(id, 'client'))
  await expect(client.page.getByRole('heading', { level: 1 })).toBeVisible()

  await write(nora.page, 'Unicorn: only for me.')
  await expect(saved(nora.page)).toBeVisible()
  await nora.page.getByRole('textbox', { name: uiText('note:texts.next-steps') }).fill('Keep the diary to mornings.')
  const sharing = nora.page.getByRole('switch', {
    name: uiText('note:share.label', { what: uiText('note:texts.next-steps'), name: 'Ana' }),
  })
  await checkByKeyboard(sharing)
  await expect(nora.page.getByText(uiText('note:share.seen_one', { name: 'Ana' }))).toBeVisible()
  await expect(client.page.getByText('Keep the diary to mornings.')).toBeVisible()

  await test.step('later changes appear at once, and unshared texts disappear', async () => {
    await nora.page
      .getByRole('textbox', { name: uiText('note:texts.next-steps') })
      .fill('Keep the diary. Write the letter.')
    await expect(client.page.getByText('Keep the diary. Write the letter.')).toBeVisible()
    await sharing.press('Space')
    await expect(client.page.getByText('Write the letter.')).toBeHidden()
  })

  await test.step('the client sees no note and no link to it', async () => {
    await client.page.reload()
    await expect(client.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(ana.api.note.open({ sessionId: id })).rejects.toMatchObject({ status: 403 })
    expect(answers.length).toBeGreaterThan(3)
    expect(answers.join()).not.toContain('Unicorn')
    await expect(client.page.getByText('Unicorn')).toHaveCount(0)
  })
  await expectNoErrors(nora, client)
})

/** Opens another tab of the same browser. Errors of this tab count as the visitor's errors too. */
async function openTab({ page, errors: troubles }: Visitor): Promise<Page> {
  const tab = await page.context().newPage()
  tab.on('pageerror', (error) => troubles.push(error.message))
  return tab
}
