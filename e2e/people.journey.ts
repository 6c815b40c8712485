import { expect, type Page, test } from '@playwright/test'
import {
  addClientByApi,
  openSignedIn,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { runs } from '../packages/contract/src/common/runs.testing.ts'
import type { JourneyServer } from './server.ts'
import { checkByKeyboard, notificationBell } from './steps.ts'
import { ageInvitation } from './time.ts'
import { expectAxeFindsNothing } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { inOrder, serverText, uiText, uiTextPattern } from './ui-text.ts'

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
/** Returns the text of a row that reports a fault in a line of the imported file. */
const faultOf = (number: string, fault: string) => uiText('import:problems.line', { number }) + fault
/**
 * Checks a page with axe. Both tiers check it on the desktop in light mode. The deep tier also checks it in dark mode
 * and on a phone.
 */
async function expectAccessible(page: Page, what: string) {
  const views = [
    ['dark', 1280, 800],
    ['light', 390, 844],
    ['light', 1280, 800],
  ] as const
  for (const [colorScheme, width, height] of views.slice(-runs(1, views.length))) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAxeFindsNothing(page, `${what}, ${colorScheme}, ${width} px`)
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

test(
  'clients are imported from a file, invited after an email preview, and exported',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    await test.step('an empty list says what to do; a file is read in the browser in any encoding', async () => {
      await page.goto('/dashboard/therapist/clients')
      await expect(page.getByText(uiText('client:list.emptyTitle'))).toBeVisible()
      await page.getByRole('link', { name: uiText('client:list.import') }).click()
      await expect(heading(page, uiText('import:title'))).toBeVisible()
      await page.locator('input[type=file]').setInputFiles(file)
      await expect(page.getByText(uiText('import:file.lines_other', { name: 'clients.csv', count: '6' }))).toBeVisible()
      await expect(page.getByText(uiText('import:file.old'))).toBeVisible()
    })

    await test.step('columns are recognized, one is chosen manually; every error names its line', async () => {
      await expect(page.getByRole('combobox', { name: uiText('import:map.holds', { column: 'Vorname' }) })).toHaveValue(
        'firstName',
      )
      const odd = page.getByRole('combobox', { name: uiText('import:map.holds', { column: 'Rufnummer' }) })
      await expect(odd).toHaveValue('')
      await odd.selectOption({ label: uiText('client:form.phone') })
      const faults = page.getByRole('region', { name: uiText('import:problems.title') })
      await expect(faults.getByText(uiText('import:problems.mistakes_other', { count: '3' }))).toBeVisible()
      await expect(faults.getByRole('listitem')).toHaveText([
        faultOf('4', uiText('import:problems.namesRequired')),
        faultOf('5', `${uiText('client:form.email')}: ${uiText('import:problems.emailWrong')}`),
        faultOf('6', uiText('import:problems.sameAsLine', { line: '2' })),
        faultOf('7', `${uiText('client:form.dateOfBirth')}: ${uiText('import:problems.dateWrong')}`),
      ])
      await expect(page.getByRole('cell', { name: 'Jörg Müller' })).toBeVisible()
      await expectAccessible(page, 'import')
      await press(page, uiText('import:send.submit_other', { count: '3' }))
      await expect(page.getByText(uiText('import:done.added_other', { count: '3' }))).toBeVisible()
      expect(product.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes('@file.test'))).toHaveLength(0)
    })

    await test.step('the email is previewed in every language; then the selected rows are invited', async () => {
      await press(page, uiText('import:invite.preview'))
      const preview = dialog(page, uiText('import:invite.preview'))
      for (const [language, button] of [
        ['English', serverText('mail.invitation.button')],
        ['Español', serverText('mail.invitation.button', {}, 'es')],
        ['Français', serverText('mail.invitation.button', {}, 'fr')],
        ['Deutsch', serverText('mail.invitation.button', {}, 'de')],
      ] as const) {
        await preview.getByText(language, { exact: true }).click()
        const link = preview.frameLocator('iframe').getByRole('link').first()
        await expect(link).toHaveText(button)
        // The email preview keeps its colors despite the page's content security policy.
        await expect(link).toHaveCSS('background-color', 'rgb(47, 107, 98)')
      }
      await expectAccessible(page, 'preview of the mail')
      await preview.getByText(uiText('import:invite.asText'), { exact: true }).click()
      await expect(preview.locator('pre')).toContainText('Lindqvist')
      await page.keyboard.press('Escape')
      await page.getByRole('checkbox', { name: 'Tom Falk' }).check()
      await press(page, uiText('import:invite.submit_one', { count: '1' }))
      await expect(page.getByText(uiText('import:invite.sent_one', { count: '1' }))).toBeVisible()
      await product.inbox.mailTo('tom@file.test', /\/setup-password#token=/)
    })

    await test.step('importing the same file again adds no client', async () => {
      await page.goto('/dashboard/therapist/clients/import')
      await page.locator('input[type=file]').setInputFiles(file)
      await page
        .getByRole('combobox', { name: uiText('import:map.holds', { column: 'Rufnummer' }) })
        .selectOption({ label: uiText('client:form.phone') })
      await press(page, uiText('import:send.knownOnly'))
      await expect(page.getByText(uiText('import:done.added_other', { count: '0' }))).toBeVisible()
      await expect(page.getByText(uiText('import:done.known_other', { count: '3' }))).toBeVisible()
      await page.getByRole('link', { name: uiText('import:done.toList') }).click()
      await expect(page.getByText(uiText('client:list.end_other', { count: '3' }), { exact: true })).toBeVisible()
    })

    await test.step('clients are searched and filtered by status; the export is downloaded', async () => {
      const search = page.getByRole('searchbox')
      await search.fill('müll')
      await expect(page.getByText(uiText('client:list.found_one', { count: '1' }))).toBeVisible()
      await expect(page.getByRole('row', { name: /Jörg Müller/ })).toContainText(uiText('client:status.pending'))
      await search.fill('')
      await page
        .getByText(new RegExp(`^${uiText('client:status.active')} \\d`))
        .first()
        .click()
      await expect(page.getByText(uiText('client:list.nothingFilter'))).toBeVisible()
      await press(page, uiText('client:list.showAll'))
      const download = page.waitForEvent('download')
      await press(page, uiText('client:list.export'))
      await page.getByRole('menuitem', { name: uiText('client:list.exportList') }).click()
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^${uiText('client:list.exportFile')}.*\\.csv$`))
    })

    await test.step('an invitation’s code is shown and copied, sent again after five minutes, and revoked', async () => {
      await page.getByRole('link', { name: 'Tom Falk' }).click()
      await expect(heading(page, 'Tom Falk')).toBeVisible()
      await press(page, uiText('client:invitation.read'))
      await expect(page.getByText(/^[A-HJ-KM-NP-Z2-9]{4} [A-HJ-KM-NP-Z2-9]{4}$/)).toBeVisible()
      await press(page, uiText('client:invitation.copy'))
      await expect(page.getByText(uiText('client:invitation.copied'))).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/setup-password#token=')
      await press(page, uiText('client:invitation.resend'))
      await expect(page.getByText(uiTextPattern('client:invitation.tooSoon'))).toBeVisible()
      const id = /clients\/([\w-]+)\//.exec(page.url())?.[1] ?? ''
      await ageInvitation(product, (await practice.therapist.api.client.get({ id })).invitation?.id ?? '', 6)
      await press(page, uiText('client:invitation.resend'))
      await expect(page.getByText(uiText('client:invitation.sentNow'))).toBeVisible()
      await press(page, uiText('client:invitation.revoke'))
      await dialog(page, uiText('client:invitation.revokeTitle'))
        .getByRole('button', { name: uiText('client:invitation.revoke') })
        .click()
      await expect(page.getByText(uiText('client:invitation.revoked'), { exact: true })).toBeVisible()
    })
    await expectNoErrors(nora)
  },
)

test(
  'a client who joins by code is compared with an existing record, disconnected, and merged with it [1.04, 2.13, 2.30, 5.04]',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    const ruth = await addClientByApi(practice.therapist, 'Ruth', 'Adler')
    const member = await practice.newcomer('Ruth', 'Adler')
    const client = await openSignedIn(browser, product, member)
    let code = ''

    await test.step('the invite code is shown with its QR code', async () => {
      await page.goto('/dashboard/therapist/clients')
      await press(page, uiText('client:list.code'))
      const own = dialog(page, uiText('connection:code.title'))
      await expect(own.getByRole('img', { name: uiText('connection:code.qr') })).toBeVisible()
      code = await own.getByText(/^[A-HJ-KM-NP-Z2-9]{4} [A-HJ-KM-NP-Z2-9]{4}$/).innerText()
      await page.keyboard.press('Escape')
    })

    await test.step('a code of 7 characters is refused; the right one connects at once', async () => {
      await client.page.goto('/onboarding')
      await checkByKeyboard(client.page.getByRole('radio', { name: uiTextPattern('onboarding:client') }))
      await client.page.getByLabel(uiText('onboarding:code')).fill(code.slice(0, 8))
      await press(client.page, uiText('onboarding:submit'))
      await expect(client.page.getByText(uiText('onboarding:codeShape'))).toBeVisible()
      await client.page.getByLabel(uiText('onboarding:code')).fill(code.toLowerCase())
      await press(client.page, uiText('onboarding:submit'))
      await expect(client.page).toHaveURL(/\/dashboard\/client$/)
    })

    await test.step('the therapist is notified; the notification leads to the record, which shows the possible duplicate', async () => {
      await notificationBell(nora).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Ruth Adler/ })
        .first()
        .click()
      await expect(heading(page, 'Ruth Adler')).toBeVisible()
      const card = page.getByRole('region', { name: uiText('record:duplicate.title') })
      await expect(card.getByText(uiText('record:possibleDuplicate.name'))).toBeVisible()
      await expectAccessible(page, 'possible double')
      await page.goto('/dashboard/therapist/clients')
      await expect(page.getByText(uiText('client:list.double'))).toHaveCount(2)
    })

    await test.step('undoing the connection removes its record; joining again creates it again', async () => {
      await page
        .getByRole('row', { name: inOrder('Ruth Adler', uiText('client:status.active')) })
        .getByRole('link')
        .click()
      await press(page, uiText('record:state.undoJoin'))
      await dialog(page, uiText('record:asking.undoJoin.title', { name: 'Ruth' }))
        .getByRole('button', { name: uiText('record:state.undoJoin') })
        .click()
      await expect(page).toHaveURL(/\/dashboard\/therapist\/clients$/)
      await expect(page.getByRole('link', { name: 'Ruth Adler' })).toHaveCount(1)
      await client.page.goto('/dashboard/client/therapists')
      await expect(client.page.getByText(uiText('connection:therapists.emptyTitle'))).toBeVisible()
      await expectAccessible(client.page, 'without a therapist')
      await client.page.getByLabel(uiText('connection:join.code')).fill(code)
      await press(client.page, uiText('connection:join.submit'))
      await expect(client.page.getByText(uiText('connection:join.joined', { name: 'Nora Lindqvist' }))).toBeVisible()
      await expect(page.getByRole('link', { name: 'Ruth Adler' })).toHaveCount(2)
    })

    await test.step('records are marked as the same person and unmarked; merging moves the account to the earlier record', async () => {
      await page
        .getByRole('row', { name: inOrder('Ruth Adler', uiText('client:status.active')) })
        .getByRole('link')
        .click()
      await press(page, uiText('record:duplicate.mark'))
      await expect(page.getByText(uiText('record:duplicate.marked'))).toBeVisible()
      await press(page, uiText('record:duplicate.unmark'))
      await press(page, uiText('record:duplicate.merge'))
      const asked = dialog(page, uiText('record:merge.title'))
      await expect(asked.getByText(uiTextPattern('record:merge.account'), { exact: false })).toBeVisible()
      await expect(asked.getByText(uiText('record:merge.final'))).toBeVisible()
      await expectAccessible(page, 'merging')
      await asked.getByRole('button', { name: uiText('record:merge.submit') }).click()
      await expect(page.getByText(uiText('record:merge.done'))).toBeVisible()
      await expect(page).toHaveURL(new RegExp(ruth.id))
      await expect(
        page.getByText(uiTextPattern('record:state.connected', { name: 'Ruth' }), { exact: false }),
      ).toBeVisible()
      await expect(page.getByText(uiText('record:duplicate.title'))).toHaveCount(0)
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
      await press(client.page, `${uiText('connection:end.open')}: Nora Lindqvist`)
      const end = dialog(client.page, uiText('connection:end.title', { name: 'Nora Lindqvist' }))
      await expect(end.getByText(uiText('connection:end.sessions_one', { count: '1' }))).toBeVisible()
      await expect(end.getByRole('listitem').getByRole('listitem')).toHaveCount(1)
      await end.getByRole('button', { name: uiText('connection:end.submit') }).click()
      await expect(client.page.getByText(uiText('connection:end.done', { name: 'Nora Lindqvist' }))).toBeVisible()
      await expect(
        client.page.getByRole('region', { name: uiText('connection:therapists.earlier') }).getByText('Nora Lindqvist'),
      ).toBeVisible()
    })

    await test.step('connected again by code; the therapist disconnects with the consequences listed; the timeline shows all', async () => {
      await client.page.getByLabel(uiText('connection:join.code')).fill(code)
      await press(client.page, uiText('connection:join.submit'))
      await expect(client.page.getByText(uiText('connection:join.joined', { name: 'Nora Lindqvist' }))).toBeVisible()
      await expect(client.page.getByRole('region', { name: 'Nora Lindqvist' })).toBeVisible()
      await page.goto(profile(ruth.id))
      await expect(
        page.getByText(uiTextPattern('record:state.connected', { name: 'Ruth' }), { exact: false }),
      ).toBeVisible()
      await press(page, `${uiText('connection:end.open')}: Ruth`)
      const end = dialog(page, uiText('connection:end.title', { name: 'Ruth' }))
      await expect(end.getByText(uiText('connection:end.sessionsNone'))).toBeVisible()
      await expect(end.getByText(uiText('connection:end.therapist.record', { name: 'Ruth' }))).toBeVisible()
      await end.getByRole('button', { name: uiText('connection:end.submit') }).click()
      await expect(page.getByText(uiTextPattern('record:state.left'))).toBeVisible()
      await page.getByRole('tab', { name: uiText('client:profile.timeline') }).click()
      await expect(
        page.getByRole('listitem').filter({ hasText: uiTextPattern('record:timeline.disconnectedYou') }),
      ).toBeVisible()
      for (const told of [
        uiText('record:timeline.reconnected', { name: 'Ruth' }),
        uiText('record:timeline.disconnected', { name: 'Ruth' }),
        uiText('record:timeline.session.create'),
        uiText('record:timeline.added'),
      ])
        await expect(page.getByRole('listitem').filter({ hasText: told })).toBeVisible()
      await expect(page.getByText(uiText('record:timeline.merged'))).toBeVisible()
      await expectAccessible(page, 'timeline')
    })
    await expectNoErrors(nora, client)
  },
)

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
      await press(page, uiText('client:add.submit'))
      await expect(page.getByText(uiText('client:form.namesRequired')).first()).toBeVisible()
      await expect(page.getByText(uiText('client:form.fieldsRequired'))).toBeVisible()
      await page.getByLabel(uiText('client:form.firstName')).fill('Kim')
      await page.getByLabel(uiText('client:form.lastName')).fill('Sato')
      await page.getByLabel(uiText('client:form.pronouns')).fill('they/them')
      await page.getByRole('textbox', { name: uiText('client:form.email') }).fill('kim@')
      await press(page, uiText('client:add.submitInvite'))
      await expect(page.getByText(uiText('client:form.emailWrong'))).toBeVisible()
      await page.getByRole('textbox', { name: uiText('client:form.email') }).fill('kim@sato.test')
      await page.getByRole('button', { name: uiText('client:form.more') }).click()
      await page.getByLabel(uiText('client:form.dateOfBirth')).fill('1990-01-31')
      const emergency = page.getByRole('group', { name: uiText('client:form.emergency') })
      await emergency.getByLabel(uiText('client:form.emergencyName')).fill('Paul Sato')
      await emergency.getByLabel(uiText('client:form.phone')).fill('+49 40 555 0177')
      await page.getByRole('switch', { name: uiText('client:form.invite') }).press('Space')
      await press(page, uiText('client:add.submit'))
      await expect(heading(page, 'Kim Sato')).toBeVisible()
      await expect(page.getByText('they/them')).toBeVisible()
      id = /clients\/([\w-]+)\//.exec(page.url())?.[1] ?? ''
    })

    await test.step('the emergency contact is one tap away on every tab of the record', async () => {
      for (const tab of [
        uiText('client:profile.overview'),
        uiText('client:profile.sessions'),
        uiText('client:profile.timeline'),
      ]) {
        await page.getByRole('tab', { name: tab }).click()
        const call = page.getByRole('link', {
          name: `${uiText('client:profile.emergencyCall')}: Paul Sato, +49 40 555 0177`,
        })
        await expect(call).toHaveAttribute('href', 'tel:+49405550177')
      }
    })

    await test.step('a possible duplicate is shown before saving', async () => {
      await page.goto('/dashboard/therapist/add-client')
      await page.getByLabel(uiText('client:form.firstName')).fill('kim')
      await page.getByLabel(uiText('client:form.lastName')).fill('SATO')
      await page.getByRole('button', { name: uiText('client:form.more') }).click()
      await page.getByLabel(uiText('client:form.dateOfBirth')).fill('1990-01-31')
      await press(page, uiText('client:add.submit'))
      const asked = dialog(page, uiText('record:possibleDuplicate.title'))
      await expect(asked.getByText(uiText('record:possibleDuplicate.name-and-birth'))).toBeVisible()
      await expectAccessible(page, 'double before saving')
      await asked.getByRole('link', { name: uiText('record:possibleDuplicate.open', { name: 'Kim Sato' }) }).click()
      await expect(heading(page, 'Kim Sato')).toBeVisible()
    })

    await test.step('the second window shows both versions by field and saves the chosen values', async () => {
      for (const { page: window } of [nora, other]) {
        await window.goto(`${profile(id)}?edit=true`)
        await expect(window.getByLabel(uiText('client:form.dateOfBirth'))).toBeVisible()
      }
      await other.page.getByLabel(uiText('client:form.address')).fill('Lindenallee 14')
      await other.page.getByLabel(uiText('client:form.pronouns')).fill('he/him')
      await press(other.page, uiText('client:profile.save'))
      await expect(other.page.getByText(uiText('client:profile.saved'))).toBeVisible()
      const form = page.getByRole('group', { name: uiText('client:form.contact'), exact: true })
      await form.getByLabel(uiText('client:form.phone')).fill('+49 40 1')
      await page.getByLabel(uiText('client:form.pronouns')).fill('she/her')
      await press(page, uiText('client:profile.save'))
      const asked = dialog(page, uiText('record:versions.title'))
      const pronouns = asked.getByRole('radiogroup', { name: uiText('client:form.pronouns') })
      await expect(pronouns.getByRole('radio', { name: uiText('record:versions.mine') })).toBeChecked()
      await expect(pronouns.getByText('he/him', { exact: true })).toBeVisible()
      const address = asked.getByRole('radiogroup', { name: uiText('client:form.address') })
      await expect(address.getByRole('radio', { name: uiText('record:versions.theirs') })).toBeChecked()
      await expectAccessible(page, 'two versions')
      await press(page, uiText('record:versions.back'))
      await expect(page.getByLabel(uiText('client:form.pronouns'))).toHaveValue('she/her')
      await press(page, uiText('client:profile.save'))
      await press(page, uiText('record:versions.save'))
      await expect(page.getByText(uiText('client:profile.saved'))).toBeVisible()
      await expect(page.getByText('she/her')).toBeVisible()
      await expect(page.getByText('Lindenallee 14')).toBeVisible()
      await expect(page.getByText('+49 40 1', { exact: true })).toBeVisible()
    })

    await test.step('a missing record and a failed load or save are explained', async () => {
      await page.goto(profile('5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'))
      await expect(heading(page, uiText('client:profile.notFound'))).toBeVisible()
      await page.route('**/api/client/get', (route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN' } }))
      await page.goto(profile(id))
      await expect(page.getByText(uiText('client:profile.failed'))).toBeVisible()
      await page.unroute('**/api/client/get')
      await page.route('**/api/client/add', (route) => route.fulfill({ status: 500, json: { code: 'BROKEN' } }))
      await page.goto('/dashboard/therapist/add-client')
      await page.getByLabel(uiText('client:form.firstName')).fill('Nils')
      await page.getByLabel(uiText('client:form.lastName')).fill('Sauer')
      await press(page, uiText('client:add.submit'))
      await expect(page.getByText(uiText('client:add.failed'))).toBeVisible()
      await expect(page.getByLabel(uiText('client:form.firstName'))).toHaveValue('Nils')
    })
    await expectNoErrors(nora, other)
  },
)
