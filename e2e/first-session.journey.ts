import { expect, test } from '@playwright/test'
import { dayAhead, openSignedIn, planSessionByApi, setUpPracticeByApi } from './practice.ts'
import { startJourneyServer, type JourneyServer } from './server.ts'
import {
  acceptInvitationInBrowser,
  addClientInBrowser,
  approveTherapist,
  askToBeTherapist,
  notificationBell,
  planSessionInBrowser,
  registerInBrowser,
  setUpPracticeInBrowser,
} from './steps.ts'
import {
  enrolTotp,
  closeVisitors,
  linkFromMail,
  newVisitor,
  expectNoErrors,
  visitorPassword,
  turnOffQuietHours,
} from './visitor.ts'
import { waitUntilDrawn } from './views.ts'
import { inOrder, serverText, uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
test.beforeAll(async () => {
  product = await startJourneyServer()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns the day in `days` days, as `YYYY-MM-DD`. */

test('a therapist invites a client and they agree on a session [1.01, 1.03, 2.01, 2.02, 2.03, 2.08, 2.09, 2.11, 2.12, 2.23, 2.30]', async ({
  browser,
}) => {
  const admin = await newVisitor(browser, product, 'robert@practice.test')
  const nora = await newVisitor(browser, product, 'nora@practice.test')
  const ana = await newVisitor(browser, product, 'ana@client.test', { zone: 'America/New_York', phone: true })

  await test.step('the printed link creates the first admin, once', async () => {
    await setUpPracticeInBrowser(admin, product)
    await turnOffQuietHours(admin)
    await nora.page.goto(product.setupLink)
    await expect(nora.page.getByText(uiText('login:setUp.invalid'))).toBeVisible()
  })

  await test.step('a therapist signs up, confirms, requests the role and fills in the profile while waiting', async () => {
    await registerInBrowser(nora, product, 'Nora', 'Lindqvist')
    await askToBeTherapist(nora)
    await turnOffQuietHours(nora)
    await expect(
      nora.page.getByText(uiText('onboarding:waiting.who', { practice: 'Lindqvist Psychotherapy' })),
    ).toBeVisible()
    await expect(nora.page.getByText(uiTextPattern('onboarding:waiting.since'))).toBeVisible()
    await nora.page.getByLabel(uiText('account:profile.specialization')).fill('Sleep')
    await nora.page.getByRole('button', { name: uiText('account:profile.save') }).click()
    await expect(nora.page.getByText(uiText('account:profile.saved'))).toBeVisible()
  })

  await test.step('the admin is notified at once and by email, and approves', async () => {
    await expect(notificationBell(admin)).toHaveAccessibleName(uiTextPattern('notification:buttonUnread'))
    await product.inbox.mailTo(admin.email, inOrder(serverText('mail.role-requested.subject')))
    await approveTherapist(admin, 'Nora Lindqvist')
  })

  await test.step('the open page asks for the second factor and then shows the dashboard', async () => {
    await enrolTotp(nora)
    await expect(nora.page).toHaveURL(/\/dashboard\/therapist$/)
    await expect(nora.page.getByText(uiText('shell:dashboardOf.therapist')).first()).toBeVisible()
    await product.inbox.mailTo(nora.email, inOrder(serverText('mail.role-approved.subject')))
  })

  await test.step('the therapist adds a client, who gets an email in the chosen language', async () => {
    await addClientInBrowser(nora, { firstName: 'Ana', lastName: 'Moreau', email: ana.email })
    await product.inbox.mailTo(ana.email, /setup-password/)
  })

  await test.step('opening the link does not use it up; setting the password does', async () => {
    const link = await linkFromMail(product, ana, '/setup-password')
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'GET'] as const)
      await fetch(link, { method })
    const scanner = await newVisitor(browser, product, 'scanner@mail.test')
    await scanner.page.goto(link)
    await expect(scanner.page.getByText('Nora Lindqvist')).toBeVisible()
    await acceptInvitationInBrowser(ana, link)
    await scanner.page.reload()
    await scanner.page.goto(link)
    await expect(scanner.page.getByText(uiText('common:errors.INVALID_LINK'))).toBeVisible()
  })

  await test.step('the client becomes active on the therapist’s page without a reload', async () => {
    await expect(nora.page.getByText(uiText('client:status.active'), { exact: true }).first()).toBeVisible()
  })

  await test.step('a session is scheduled; the client sees it at once in their time zone and accepts with one tap', async () => {
    await planSessionInBrowser(nora, { day: dayAhead(7), time: '15:00' })
    await expect(nora.page.getByText(uiText('session:done.planned', { name: 'Ana' }))).toBeVisible()
    await expect(notificationBell(ana)).toHaveAccessibleName(uiText('notification:buttonUnread_one', { count: '1' }))
    await expect(ana.page.getByText(uiTextPattern('session:timeZones', { there: 'Berlin' }))).toHaveCount(1)
    await ana.page
      .getByRole('button', { name: uiText('session:accept') })
      .first()
      .click()
    await expect(ana.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
  })

  await test.step('the therapist sees the answer at once, moves the session and cancels it', async () => {
    await expect(notificationBell(nora)).toHaveAccessibleName(uiTextPattern('notification:buttonUnread'))
    await notificationBell(nora).click()
    await nora.page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: serverText('notification.session-accepted.title') })
      .getByRole('button')
      .click()
    await expect(nora.page).toHaveURL(/session-details/)
    await expect(nora.page.getByText(uiText('session:status.confirmed')).first()).toBeVisible()
    await nora.page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
    const dialog = nora.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: uiText('session:plan.time') }).fill('16:30')
    await dialog.getByRole('button', { name: uiText('sessionDialog:moving.submit') }).click()
    // The page can show the change before the answer arrives. The form's draft is deleted after the answer, so the draft would remain if the test
    // left the page earlier.
    await expect(dialog).toBeHidden()
    await expect(nora.page.getByText(uiText('session:status.rescheduled')).first()).toBeVisible()
    await expect(ana.page.getByText(uiText('session:statusForClient.rescheduled')).first()).toBeVisible()
  })

  await test.step('the therapist cancels, and the client sees it', async () => {
    await nora.page.goto('/dashboard/therapist/sessions')
    await nora.page.getByRole('main').getByRole('link', { name: /Ana M/ }).first().click()
    await nora.page
      .getByRole('button', { name: uiText('negotiation:act.cancel') })
      .first()
      .click()
    const dialog = nora.page.getByRole('dialog')
    await dialog.getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') }).click()
    await expect(dialog).toBeHidden()
    await expect(nora.page.getByText(uiText('session:status.cancelled')).first()).toBeVisible()
    await ana.page.goto('/dashboard/client')
    await expect(ana.page.getByText(uiText('dashboard:client.none')).first()).toBeVisible()
  })

  await test.step('signing out returns to the public page', async () => {
    await nora.page.getByRole('button', { name: uiText('shell:userMenu', { name: 'Nora Lindqvist' }) }).click()
    await nora.page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    await expect(nora.page).toHaveURL(`${product.address}/`)
  })

  await expectNoErrors(admin, nora, ana)
})

test(
  'a second therapist and client agree on a session, and neither sees data of the first pair',
  { tag: '@deep' },
  async ({ browser }) => {
    const practice = await setUpPracticeByApi(product)
    const first = await practice.newClient('Ana', 'Moreau')
    await planSessionByApi(practice.therapist, first.clientId, 7, 15, true)
    const admin = await openSignedIn(browser, product, practice.admin)
    const nora = await openSignedIn(browser, product, practice.therapist)
    const ana = await openSignedIn(browser, product, first, { zone: 'America/New_York', phone: true })
    const jonas = await newVisitor(browser, product, 'jonas@practice.test')
    const leo = await newVisitor(browser, product, 'leo@client.test', { locale: 'de-DE' })
    await admin.page.goto('/dashboard/admin')

    await test.step('the second pair agrees on a session at the time of the first, and neither pair sees the other', async () => {
      await registerInBrowser(jonas, product, 'Jonas', 'Falk')
      await askToBeTherapist(jonas)
      await approveTherapist(admin, 'Jonas Falk')
      await enrolTotp(jonas)
      await addClientInBrowser(jonas, { firstName: 'Leo', lastName: 'Brandt', email: leo.email, language: 'Deutsch' })
      const mail = await product.inbox.mailTo(leo.email, /setup-password/)
      expect(mail.subject).toBe(serverText('mail.invitation.subject', {}, 'de'))
      await acceptInvitationInBrowser(leo, await linkFromMail(product, leo, '/setup-password'))
      await expect(leo.page.locator('html')).toHaveAttribute('lang', /^de/)
      // The time is taken in one therapist's calendar, but free in another therapist's calendar.
      await planSessionInBrowser(jonas, { day: dayAhead(7), time: '16:30' })
      await leo.page
        .getByRole('button', { name: uiTextIn('de', 'session:accept') })
        .first()
        .click()
      await expect(leo.page.getByText(uiTextIn('de', 'session:statusForClient.confirmed')).first()).toBeVisible()
      for (const [visitor, paths, strangers] of [
        [
          jonas,
          ['/dashboard/therapist', '/dashboard/therapist/clients', '/dashboard/therapist/sessions'],
          /Ana|Moreau|Nora/,
        ],
        [leo, ['/dashboard/client', '/dashboard/client/sessions'], /Ana|Moreau|Nora/],
        [nora, ['/dashboard/therapist/clients', '/dashboard/therapist/sessions'], /Leo|Brandt|Jonas/],
        [ana, ['/dashboard/client', '/dashboard/client/sessions'], /Leo|Brandt|Jonas/],
      ] as const) {
        for (const path of paths) {
          await visitor.page.goto(path)
          await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
          await waitUntilDrawn(visitor.page)
          expect(await visitor.page.locator('body').innerText()).not.toMatch(strangers)
        }
      }
    })

    await test.step('a booked time cannot be booked again: the dialog names the conflict', async () => {
      await jonas.page.goto('/dashboard/therapist/clients')
      await jonas.page.getByText('Leo Brandt').first().click()
      await planSessionInBrowser(jonas, { day: dayAhead(7), time: '16:45' })
      await expect(jonas.page.getByText(uiText('negotiation:taken.title'))).toBeVisible()
      await jonas.page.keyboard.press('Escape')
    })

    await test.step('signing out returns to the public page; signing in with the password works', async () => {
      await leo.page.goto('/dashboard/client')
      await leo.page.getByRole('button', { name: /Leo Brandt/ }).click()
      await leo.page.getByRole('menuitem', { name: uiTextIn('de', 'shell:logOut') }).click()
      await expect(leo.page).toHaveURL(`${product.address}/`)
      await leo.page.locator('input[type=email]').fill(leo.email)
      await leo.page.locator('input[type=password]').fill(visitorPassword)
      await leo.page.locator('button[type=submit]').click()
      await expect(leo.page).toHaveURL(/\/dashboard\/client$/)
    })

    await expectNoErrors(admin, nora, jonas, ana, leo)
  },
)
