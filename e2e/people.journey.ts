import { expect, type Page, test } from '@playwright/test'
import {
  addClientByApi,
  openSignedIn,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { runAxe } from './axe.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { ageInvitation } from './time.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 360_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const profile = (id: string) => `/dashboard/therapist/clients/${id}/client-profile`
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
/** Checks a page with axe on the desktop in dark and light mode, and on a phone in light mode. */
async function expectAccessible(page: Page, what: string) {
  for (const [colorScheme, width, height] of [
    ['dark', 1280, 800],
    ['light', 390, 844],
    ['light', 1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect.soft(await runAxe(page), `${what}, ${colorScheme}, ${width} px`).toEqual({ found: [], beyond: 0 })
  }
}

const lines = [
  'Vorname;Nachname;E-Mail;Geburtsdatum;Rufnummer;Notiz',
  'Ana;Moreau;ana.work@file.test;02.05.1992;;',
  'Jörg;Müller;joerg@file.test;;+49 40 555;=SUM(A1)',
  ';Nobody;;;;',
  'Mia;Falk;mia@;;;',
  'Ana;Moreau;ana.work@file.test;02.05.1992;;',
  'Tom;Falk;tom@file.test;soon;;',
]
// The file has the encoding and the separators that a Western European spreadsheet program uses.
const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') }

test('clients are imported from a file, invited after an email preview, and exported', async ({ browser }) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('an empty list says what to do; a file is read in the browser in any encoding', async () => {
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByText('No clients yet')).toBeVisible()
    await page.getByRole('link', { name: uiText('client:list.import') }).click()
    await expect(heading(page, 'Import clients')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('clients.csv, 6 lines')).toBeVisible()
    await expect(page.getByText(/Read as Windows-1252/)).toBeVisible()
  })

  await test.step('columns are recognized, one is chosen manually; every error names its line', async () => {
    await expect(page.getByRole('combobox', { name: 'What “Vorname” holds' })).toHaveValue('firstName')
    const odd = page.getByRole('combobox', { name: 'What “Rufnummer” holds' })
    await expect(odd).toHaveValue('')
    await odd.selectOption({ label: 'Phone' })
    const faults = page.getByRole('region', { name: uiText('import:faults.title') })
    await expect(faults.getByText('3 lines are left out')).toBeVisible()
    await expect(faults.getByRole('listitem')).toHaveText([
      'Line 4First name and last name are required',
      'Line 5E-mail: This is no e-mail address',
      'Line 6The same person as in line 2; left out',
      'Line 7Date of birth: Not a date in the past; it is left empty',
    ])
    await expect(page.getByRole('cell', { name: 'Jörg Müller' })).toBeVisible()
    await expectAccessible(page, 'import')
    await press(page, 'Import 3 clients')
    await expect(page.getByText('3 clients were added.')).toBeVisible()
    expect(product.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes('@file.test'))).toHaveLength(0)
  })

  await test.step('the email is previewed in every language; then the selected rows are invited', async () => {
    await press(page, 'Preview the mail')
    const preview = dialog(page, 'Preview the mail')
    for (const [language, button] of [
      ['English', 'Accept the invitation'],
      ['Español', 'Aceptar la invitación'],
      ['Français', 'Accepter l’invitation'],
      ['Deutsch', 'Einladung annehmen'],
    ] as const) {
      await preview.getByText(language, { exact: true }).click()
      const link = preview.frameLocator('iframe').getByRole('link').first()
      await expect(link).toHaveText(button)
      // The email preview keeps its colours despite the page's content security policy.
      await expect(link).toHaveCSS('background-color', 'rgb(79, 111, 95)')
    }
    await expectAccessible(page, 'preview of the mail')
    await preview.getByText(uiText('import:invite.asText'), { exact: true }).click()
    await expect(preview.locator('pre')).toContainText('Nora Lindqvist')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Tom Falk' }).check()
    await press(page, 'Invite 1 client')
    await expect(page.getByText('1 invitation is on its way.')).toBeVisible()
    await product.inbox.mailTo('tom@file.test', /\/setup-password#token=/)
  })

  await test.step('importing the same file again adds no client', async () => {
    await page.goto('/dashboard/therapist/clients/import')
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('combobox', { name: 'What “Rufnummer” holds' }).selectOption({ label: 'Phone' })
    await press(page, 'Import 3 clients')
    await expect(page.getByText('0 clients were added.')).toBeVisible()
    await expect(page.getByText('3 were there already.')).toBeVisible()
    await page.getByRole('link', { name: uiText('import:done.toList') }).click()
    await expect(page.getByText('3 clients', { exact: true })).toBeVisible()
  })

  await test.step('clients are searched and filtered by status; the export is downloaded', async () => {
    const search = page.getByRole('searchbox')
    await search.fill('müll')
    await expect(page.getByText('1 client found')).toBeVisible()
    await expect(page.getByRole('row', { name: /Jörg Müller/ })).toContainText('Pending')
    await search.fill('')
    await page.getByText(uiText('client:status.active'), { exact: true }).first().click()
    await expect(page.getByText('No client has this status.')).toBeVisible()
    await press(page, 'Show all clients')
    const download = page.waitForEvent('download')
    await press(page, 'Export')
    expect((await download).suggestedFilename()).toMatch(/^clients.*\.csv$/)
  })

  await test.step('an invitation’s code is shown and copied, sent again after five minutes, and revoked', async () => {
    await page.getByRole('link', { name: 'Tom Falk' }).click()
    await expect(heading(page, 'Tom Falk')).toBeVisible()
    await press(page, 'Show link and code')
    await expect(page.getByText(/^[A-HJ-KM-NP-Z2-9]{4} [A-HJ-KM-NP-Z2-9]{4}$/)).toBeVisible()
    await press(page, 'Copy the link')
    await expect(page.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/setup-password#token=')
    await press(page, 'Send again')
    await expect(page.getByText(/The last invitation is only just out/)).toBeVisible()
    const id = /clients\/([\w-]+)\//.exec(page.url())?.[1] ?? ''
    await ageInvitation(product, (await practice.therapist.api.client.get({ id })).invitation?.id ?? '', 6)
    await press(page, 'Send again')
    await expect(page.getByText('The invitation is on its way.')).toBeVisible()
    await press(page, 'Take back')
    await dialog(page, 'Take back the invitation?')
      .getByRole('button', { name: uiText('client:invitation.revoke') })
      .click()
    await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  })
  await expectNoErrors(nora)
})

test('a client who joins by code is compared with an existing record, disconnected, and merged with it [1.04, 2.13, 2.30, 5.04]', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const ruth = await addClientByApi(practice.therapist, 'Ruth', 'Adler')
  const member = await practice.newcomer('Ruth', 'Adler')
  const client = await openSignedIn(browser, product, member)
  let code = ''

  await test.step('the invite code is shown with its QR code', async () => {
    await page.goto('/dashboard/therapist/clients')
    await press(page, 'Invite code')
    const own = dialog(page, 'Your invite code')
    await expect(own.getByRole('img', { name: 'QR code of your invite link' })).toBeVisible()
    code = await own.getByText(/^[A-HJ-KM-NP-Z2-9]{4} [A-HJ-KM-NP-Z2-9]{4}$/).innerText()
    await page.keyboard.press('Escape')
  })

  await test.step('a code of 7 characters is refused; the right one connects at once', async () => {
    await client.page.goto('/onboarding')
    await client.page.getByRole('radio', { name: /A client/ }).check({ force: true })
    await client.page.getByLabel('Invite code').fill(code.slice(0, 8))
    await press(client.page, 'Continue')
    await expect(client.page.getByText('An invite code has 8 letters and digits.')).toBeVisible()
    await client.page.getByLabel('Invite code').fill(code.toLowerCase())
    await press(client.page, 'Continue')
    await expect(client.page).toHaveURL(/\/dashboard\/client$/)
  })

  await test.step('the therapist is notified; the notification leads to the record, which shows the possible duplicate', async () => {
    await notificationBell(nora).click()
    await page
      .getByRole('button', { name: /Ruth Adler/ })
      .first()
      .click()
    await expect(heading(page, 'Ruth Adler')).toBeVisible()
    const card = page.getByRole('region', { name: uiText('record:twin.title') })
    await expect(card.getByText('Same name, and one of the two has no date of birth')).toBeVisible()
    await expectAccessible(page, 'possible double')
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByText('Possible double')).toHaveCount(2)
  })

  await test.step('undoing the connection removes its record; joining again creates it again', async () => {
    await page
      .getByRole('row', { name: /Ruth Adler.*Active/ })
      .getByRole('link')
      .click()
    await press(page, 'Undo the joining')
    await dialog(page, 'Undo that Ruth joined?')
      .getByRole('button', { name: uiText('record:state.undoJoin') })
      .click()
    await expect(page).toHaveURL(/\/dashboard\/therapist\/clients$/)
    await expect(page.getByRole('link', { name: 'Ruth Adler' })).toHaveCount(1)
    await client.page.goto('/dashboard/client/therapists')
    await expect(client.page.getByText('Not connected yet')).toBeVisible()
    await expectAccessible(client.page, 'without a therapist')
    await client.page.getByLabel('Invite code').fill(code)
    await press(client.page, 'Connect')
    await expect(client.page.getByText('You are connected with Nora Lindqvist.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ruth Adler' })).toHaveCount(2)
  })

  await test.step('records are marked as the same person and unmarked; merging moves the account to the earlier record', async () => {
    await page
      .getByRole('row', { name: /Ruth Adler.*Active/ })
      .getByRole('link')
      .click()
    await press(page, 'Same person')
    await expect(page.getByText('Said to be the same person:')).toBeVisible()
    await press(page, 'Not the same person')
    await press(page, 'Merge into…')
    const asked = dialog(page, 'Merge these records?')
    await expect(asked.getByText('The account goes over', { exact: false })).toBeVisible()
    await expect(asked.getByText('This cannot be undone.')).toBeVisible()
    await expectAccessible(page, 'merging')
    await asked.getByRole('button', { name: uiText('record:merge.submit') }).click()
    await expect(page.getByText('The records are one now.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(ruth.id))
    await expect(page.getByText('Ruth uses the app', { exact: false })).toBeVisible()
    await expect(page.getByText('The same person?')).toHaveCount(0)
  })

  await planSessionByApi(practice.therapist, ruth.id, 5, 9, true)
  await test.step('the client sees the therapist’s profile, the next session and the consequences of disconnecting', async () => {
    const words = { specialization: 'Sleep', credentials: 'Dipl.-Psych.', bio: 'Clinic years.', aboutMe: 'I listen.' }
    await practice.therapist.api.account.saveTherapistProfile(words)
    await client.page.goto('/dashboard/client/therapists')
    const card = client.page.getByRole('region', { name: 'Nora Lindqvist' })
    for (const text of Object.values(words)) await expect(card.getByText(text)).toBeVisible()
    await expectAccessible(client.page, 'therapists')
    await page.goto('/dashboard/therapist/profile')
    const preview = page.getByRole('region', { name: uiText('account:profile.preview') })
    for (const text of Object.values(words)) await expect(preview.getByText(text)).toBeVisible()
    await press(client.page, 'Disconnect: Nora Lindqvist')
    const end = dialog(client.page, 'Disconnect from Nora Lindqvist?')
    await expect(end.getByText(/1 planned session is cancelled, without a fee/)).toBeVisible()
    await expect(end.getByRole('listitem').getByRole('listitem')).toHaveCount(1)
    await end.getByRole('button', { name: 'Disconnect' }).click()
    await expect(client.page.getByText('The connection with Nora Lindqvist has ended.')).toBeVisible()
    await expect(client.page.getByRole('region', { name: 'Earlier' }).getByText('Nora Lindqvist')).toBeVisible()
  })

  await test.step('connected again by code; the therapist disconnects with the consequences listed; the timeline shows all', async () => {
    await client.page.getByLabel('Invite code').fill(code)
    await press(client.page, 'Connect')
    await expect(client.page.getByRole('region', { name: 'Nora Lindqvist' })).toBeVisible()
    await page.goto(profile(ruth.id))
    await press(page, 'Disconnect: Ruth')
    const end = dialog(page, 'Disconnect from Ruth?')
    await expect(end.getByText('No planned session is affected.')).toBeVisible()
    await expect(end.getByText('You keep the record, inactive. Ruth is told.')).toBeVisible()
    await end.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText(/The connection ended on/)).toBeVisible()
    await page.getByRole('tab', { name: uiText('client:profile.timeline') }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'You ended the connection' })).toBeVisible()
    for (const told of ['Ruth came back', 'Ruth ended the connection', 'You planned a session', 'You added the record'])
      await expect(page.getByRole('listitem').filter({ hasText: told })).toBeVisible()
    await expect(page.getByText('Another record of the same person was merged into this one')).toBeVisible()
    await expectAccessible(page, 'timeline')
  })
  await expectNoErrors(nora, client)
})

test(
  'a new record warns of duplicates, and editing it in two windows loses no text [1.02, 2.10, 2.11, 3.07, 5.03]',
  { tag: '@deep' },
  async ({ browser }) => {
    const nora = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const other = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    let id = ''

    await test.step('names are required, the email must be valid; all fields are saved', async () => {
      await page.goto('/dashboard/therapist/add-client')
      await press(page, 'Add client')
      await expect(page.getByText('First name and last name are required').first()).toBeVisible()
      await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
      await page.getByLabel('First name').fill('Kim')
      await page.getByLabel('Last name').fill('Sato')
      await page.getByLabel('Pronouns').fill('they/them')
      await page.getByRole('textbox', { name: 'E-mail' }).fill('kim@')
      await press(page, 'Add and invite')
      await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible()
      await page.getByRole('textbox', { name: 'E-mail' }).fill('kim@sato.test')
      await page.getByRole('button', { name: /Contact, emergency contact and notes/ }).click()
      await page.getByLabel('Date of birth').fill('1990-01-31')
      const emergency = page.getByRole('group', { name: 'In an emergency' })
      await emergency.getByLabel('Name').fill('Paul Sato')
      await emergency.getByLabel('Phone').fill('+49 40 555 0177')
      await page.getByRole('switch', { name: uiText('client:form.invite') }).press('Space')
      await press(page, 'Add client')
      await expect(heading(page, 'Kim Sato')).toBeVisible()
      await expect(page.getByText('they/them')).toBeVisible()
      id = /clients\/([\w-]+)\//.exec(page.url())?.[1] ?? ''
    })

    await test.step('the emergency contact is one tap away on every tab of the record', async () => {
      for (const tab of ['Overview', 'Sessions', 'Timeline']) {
        await page.getByRole('tab', { name: tab }).click()
        const call = page.getByRole('link', { name: 'Emergency contact: Paul Sato, +49 40 555 0177' })
        await expect(call).toHaveAttribute('href', 'tel:+49405550177')
      }
    })

    await test.step('a possible duplicate is shown before saving', async () => {
      await page.goto('/dashboard/therapist/add-client')
      await page.getByLabel('First name').fill('kim')
      await page.getByLabel('Last name').fill('SATO')
      await page.getByRole('button', { name: /Contact, emergency contact and notes/ }).click()
      await page.getByLabel('Date of birth').fill('1990-01-31')
      await press(page, 'Add client')
      const asked = dialog(page, 'Is this the same person?')
      await expect(asked.getByText('Same name and date of birth')).toBeVisible()
      await expectAccessible(page, 'double before saving')
      await asked.getByRole('link', { name: 'Open Kim Sato' }).click()
      await expect(heading(page, 'Kim Sato')).toBeVisible()
    })

    await test.step('the second window shows both versions by field and saves the chosen values', async () => {
      for (const { page: window } of [nora, other]) {
        await window.goto(`${profile(id)}?edit=true`)
        await expect(window.getByLabel('Date of birth')).toBeVisible()
      }
      await other.page.getByLabel('Address').fill('Lindenallee 14')
      await other.page.getByRole('textbox', { name: 'Notes' }).fill('Written in the other window.')
      await press(other.page, 'Save')
      await expect(other.page.getByText('Saved.')).toBeVisible()
      const form = page.getByRole('group', { name: 'Contact' })
      await form.getByLabel('Phone').fill('+49 40 1')
      await page.getByRole('textbox', { name: 'Notes' }).fill('Written here.')
      await press(page, 'Save')
      const asked = dialog(page, 'Changed in another window')
      const notes = asked.getByRole('radiogroup', { name: 'Notes' })
      await expect(notes.getByRole('radio', { name: 'What you wrote' })).toBeChecked()
      await expect(notes.getByText('Written in the other window.')).toBeVisible()
      const address = asked.getByRole('radiogroup', { name: 'Address' })
      await expect(address.getByRole('radio', { name: 'Saved meanwhile' })).toBeChecked()
      await expectAccessible(page, 'two versions')
      await press(page, 'Back to what I wrote')
      await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Written here.')
      await press(page, 'Save')
      await press(page, 'Save this choice')
      await expect(page.getByText('Saved.')).toBeVisible()
      await expect(page.getByText('Written here.')).toBeVisible()
      await expect(page.getByText('Lindenallee 14')).toBeVisible()
      await expect(page.getByText('+49 40 1', { exact: true })).toBeVisible()
    })

    await test.step('a missing record and a failed load or save are explained', async () => {
      await page.goto(profile('5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'))
      await expect(heading(page, 'Client not found')).toBeVisible()
      await page.route('**/api/client/get', (route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN' } }))
      await page.goto(profile(id))
      await expect(page.getByText('Failed to fetch client profile data')).toBeVisible()
      await page.unroute('**/api/client/get')
      await page.route('**/api/client/add', (route) => route.fulfill({ status: 500, json: { code: 'BROKEN' } }))
      await page.goto('/dashboard/therapist/add-client')
      await page.getByLabel('First name').fill('Not')
      await page.getByLabel('Last name').fill('Saved')
      await press(page, 'Add client')
      await expect(page.getByText('Error adding client')).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('Not')
    })
    await expectNoErrors(nora, other)
  },
)
