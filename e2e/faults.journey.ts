import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { waitUntilOpensOffline } from './device-storage.ts'
import {
  addClientByApi,
  dayAhead,
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { acceptInvitationInBrowser, checkByKeyboard } from './steps.ts'
import { ageInvitation } from './time.ts'
import { closeVisitors, linkFromMail, newVisitor, expectNoErrors, type Visitor } from './visitor.ts'
import { goOffline, goOnline } from './offline-device.ts'
import { inOrder, serverText, uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const recordsNamed = async (search: string) => (await practice.therapist.api.client.list({ search })).items
const upcomingOf = async (clientId: string) =>
  (await practice.therapist.api.session.list({ which: 'upcoming', clientId })).items
const stepsOf = async (id: string) =>
  (await practice.therapist.api.session.get({ id })).history.map((event) => event.action)
const detailsOf = (role: string, id: string) => `/dashboard/${role}/sessions/session-details?id=${id}`

async function fillIn(page: Page, firstName: string, lastName: string, email?: string): Promise<void> {
  await page.getByLabel(uiText('client:form.firstName')).fill(firstName)
  await page.getByLabel(uiText('client:form.lastName')).fill(lastName)
  if (email) await page.getByRole('textbox', { name: uiText('client:form.email') }).fill(email)
}

async function fillInTime(dialog: Locator, day: string, time: string): Promise<void> {
  await dialog.getByRole('textbox', { name: uiText('session:plan.date') }).fill(day)
  await dialog.getByRole('textbox', { name: uiText('session:plan.time') }).fill(time)
}

test('offline, typed text is kept and sent after reconnecting', { tag: '@deep' }, async ({ browser }) => {
  const therapist = await openSignedIn(browser, product, practice.therapist)
  const { page } = therapist

  await test.step('a new client’s form offline: explained, kept through a reload, sent once after reconnecting', async () => {
    await page.goto('/dashboard/therapist/add-client')
    await expect(page.getByLabel(uiText('client:form.firstName'))).toBeVisible()
    await page.context().setOffline(true)
    await fillIn(page, 'Mila', 'Vogt', 'mila@practice.test')
    await expect(page.getByText(uiText('client:add.offline'))).toBeVisible()
    await expect(page.getByText(uiText('common:offline.strip'), { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByText(uiText('common:draft.back'))).toBeVisible()
    await expect(page.getByLabel(uiText('client:form.firstName'))).toHaveValue('Mila')
    await expect(page.getByLabel(uiText('client:form.lastName'))).toHaveValue('Vogt')
    await expect(page.getByRole('textbox', { name: uiText('client:form.email') })).toHaveValue('mila@practice.test')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: uiText('client:add.submitInvite') }).click()
    await expect(page.getByText(uiText('client:add.offline'))).toBeVisible()
    await expect(page.getByLabel(uiText('client:form.firstName'))).toHaveValue('Mila')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'Mila Vogt' })).toBeVisible()
    expect(await recordsNamed('Mila')).toHaveLength(1)
    await product.inbox.mailTo('mila@practice.test', /setup-password/)
  })

  await test.step('after a lost response, pressing again adds no duplicate', async () => {
    const plain = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const { page } = plain
    await page.goto('/dashboard/therapist/add-client')
    await fillIn(page, 'Jori', 'Lang')
    let lost = 0
    await page.route('**/api/client/add', async (route) => {
      if (lost > 0) return route.continue()
      lost++
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: uiText('client:add.submit') }).click()
    await expect(page.getByRole('heading', { name: 'Jori Lang' })).toBeVisible()
    expect(lost).toBe(1)
    expect(await recordsNamed('Jori')).toHaveLength(1)
    await expectNoErrors(plain)
    await page.context().close()
  })

  await expectNoErrors(therapist)
})

const tabOf = (page: Page, name: Parameters<typeof uiText>[0]) =>
  page.getByRole('navigation', { name: uiText('shell:tabBar') }).getByRole('link', { name: uiText(name) })

test(
  'without a connection the app opens, and changes that were saved then are sent later',
  { tag: '@deep' },
  async ({ browser }) => {
    const lia = await practice.newClient('Lia', 'Sand')
    await lia.api.safety.save({
      version: 0,
      warningSigns: ['Lying awake'],
      whatHelps: ['Walking to the canal'],
      people: [],
      professionals: [],
      country: 'DE',
    })
    const client = await openSignedIn(browser, product, lia, { phone: true })
    const { page } = client

    await test.step('after a reload the shell, each tab and the safety plan open, also those never opened before', async () => {
      await page.goto('/dashboard/client')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitUntilOpensOffline(page)
      await goOffline(page.context())
      await page.reload()
      for (const tab of ['sessions', 'journal', 'messages', 'dashboard'] as const) {
        await tabOf(page, `shell:tabs.${tab === 'sessions' ? 'mySessions' : tab}`).click()
        await expect(page.getByText(uiText('common:offline.part')).first()).toBeVisible()
        await expect(page.getByText(uiText('common:wrong.title'))).toBeHidden()
      }
      await page.goto('/dashboard/client/safety')
      await expect(page.getByText('Walking to the canal')).toBeVisible()
      await expect(page.getByRole('link', { name: /112/ }).first()).toBeVisible()
    })

    await test.step('a page without data on this device says so, and loads by itself when the browser is online', async () => {
      await page.goto('/dashboard/client/who-looked')
      await expect(page.getByRole('heading', { name: uiText('common:offline.title') })).toBeVisible()
      await goOnline(page.context())
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(uiText('common:offline.title'))
    })

    await test.step('a check-in and a comment that are sent offline go out when the browser is online', async () => {
      const { items } = await practice.therapist.api.task.assign({
        id: randomUUID(),
        clientIds: [lia.clientId],
        title: 'Evening check-in',
        description: richTextFromPlain(''),
        priority: 'medium',
        form: { kind: 'check-in', question: 'How was your day?', low: 'A stormy one', high: 'A bright one' },
        dueDay: null,
        delivery: { how: 'now' },
      })
      const id = items[0]?.id ?? ''
      await page.goto(`/dashboard/client/tasks/${id}`)
      await expect(page.getByRole('radio', { name: '7' })).toBeVisible()
      await goOffline(page.context())
      await page.getByRole('textbox', { name: uiText('tasks:comments.write') }).fill('A calm evening.')
      await page.getByRole('button', { name: uiText('tasks:comments.send') }).click()
      await expect(page.getByText(uiText('common:offline.later'))).toHaveCount(1)
      await checkByKeyboard(page.getByRole('radio', { name: '7' }))
      await page.getByRole('button', { name: uiText('taskForms:steps.next') }).click()
      await page.getByRole('button', { name: uiText('taskForms:submit') }).click()
      await expect(page.getByRole('button', { name: uiText('taskForms:submit') })).toHaveCount(0)
      expect((await lia.api.task.get({ id })).task.status).toBe('assigned')
      await goOnline(page.context())
      await expect.poll(async () => (await lia.api.task.get({ id })).task.status).toBe('completed')
      const { answer, comments } = await lia.api.task.get({ id })
      expect([answer?.answer, comments.map(({ text }) => text)]).toMatchObject([{ value: 7 }, ['A calm evening.']])
      await expect(page.getByText(uiText('common:offline.later'))).toHaveCount(0)
    })

    await test.step('20 entries saved offline, the page closed: back online there are 20 rows, each once', async () => {
      await page.goto('/dashboard/client/journal')
      await expect(page.getByText(uiText('journal:empty.title'))).toBeVisible()
      await goOffline(page.context())
      await page.reload()
      for (let count = 1; count <= 20; count++) {
        await page.getByRole('button', { name: uiText('journal:new') }).click()
        await page.getByRole('textbox', { name: uiText('journal:textLabel') }).fill(`Written offline ${count}`)
        await page.getByRole('button', { name: uiText('journal:done'), exact: true }).click()
        await expect(page.getByRole('region', { name: uiText('journal:list') })).toBeVisible()
      }
      await page.reload()
      await expect(page.getByRole('region', { name: uiText('journal:list') }).getByRole('listitem')).toHaveCount(20)
      await page.close()
      await goOnline(client.page.context())
      const later = await client.page.context().newPage()
      await later.goto('/dashboard/client')
      await expect.poll(async () => (await lia.api.journal.list({ limit: 50 })).items.length).toBe(20)
      await later.goto('/dashboard/client/journal')
      await expect(later.getByRole('region', { name: uiText('journal:list') }).getByRole('listitem')).toHaveCount(20)
      await expect(later.getByText(uiText('common:offline.later'))).toBeHidden()
    })
    await expectNoErrors(client)
  },
)

test('a double click acts once', { tag: '@deep' }, async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const therapist = await openSignedIn(browser, product, practice.therapist)
  const { page } = therapist

  await test.step('adding a client', async () => {
    await page.goto('/dashboard/therapist/add-client')
    await fillIn(page, 'Dora', 'Twice')
    await page.getByRole('button', { name: uiText('client:add.submit') }).dblclick()
    await expect(page.getByRole('heading', { name: 'Dora Twice' })).toBeVisible()
    expect(await recordsNamed('Dora')).toHaveLength(1)
  })

  let id = ''
  await test.step('planning a session', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
    await page
      .getByRole('button', { name: uiText('session:new') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await fillInTime(dialog, dayAhead(5), '10:00')
    await dialog.getByRole('button', { name: uiText('session:plan.submit') }).dblclick()
    await expect(page.getByText(uiText('session:done.planned', { name: 'Ana' }))).toBeVisible()
    const planned = await upcomingOf(ana.clientId)
    expect(planned).toHaveLength(1)
    id = planned[0]?.id ?? ''
  })

  const client = await openSignedIn(browser, product, ana, { phone: true })
  await test.step('accepting it', async () => {
    await client.page.goto(detailsOf('client', id))
    await client.page.getByRole('button', { name: uiText('negotiation:step.accept') }).dblclick()
    await expect(client.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
    await expect.poll(() => stepsOf(id)).toEqual(expect.arrayContaining(['create', 'accept']))
    expect(await stepsOf(id)).toHaveLength(2)
  })

  await test.step('moving it', async () => {
    await page.goto(detailsOf('therapist', id))
    await page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await fillInTime(dialog, dayAhead(5), '11:30')
    await dialog.getByRole('button', { name: uiText('sessionDialog:moving.submit') }).dblclick()
    await expect(page.getByText(uiText('session:status.rescheduled')).first()).toBeVisible()
    expect((await stepsOf(id)).filter((step) => step === 'move')).toHaveLength(1)
    expect((await upcomingOf(ana.clientId))[0]?.sequence).toBe(1)
  })

  await test.step('cancelling it', async () => {
    await page.getByRole('button', { name: uiText('negotiation:act.cancel') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') })
      .dblclick()
    await expect(page.getByText(uiText('session:status.cancelled'), { exact: true }).first()).toBeVisible()
    expect((await stepsOf(id)).filter((step) => step === 'cancel')).toHaveLength(1)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('approving a therapist', async () => {
    const jonas = await practice.newcomer('Jonas', 'Falk')
    await jonas.api.account.onboard({
      role: 'therapist',
      firstName: 'Jonas',
      lastName: 'Falk',
      zone: 'Europe/Berlin',
      language: 'en',
    })
    // Turns quiet hours off, because the email must arrive at any time of day.
    await jonas.api.account.saveNotificationSettings({ quiet: null, mail: {} })
    const admin = await openSignedIn(browser, product, practice.admin)
    await admin.page.goto('/dashboard/admin')
    await admin.page.getByRole('button', { name: uiText('administration:waiting.approve') }).dblclick()
    await expect(admin.page.getByText(uiText('administration:waiting.approved', { name: 'Jonas Falk' }))).toBeVisible()
    await expect(admin.page.getByText(uiText('administration:waiting.empty'))).toBeVisible()
    const { items } = await practice.admin.api.administration.roleRequests({ which: 'decided' })
    expect(items.filter((request) => request.name === 'Jonas Falk')).toHaveLength(1)
    await product.inbox.mailTo(jonas.email, inOrder(serverText('mail.role-approved.subject')))
    expect(
      product.inbox.mails.filter((mail) => mail.subject === serverText('mail.role-approved.subject')),
    ).toHaveLength(1)
    await expectNoErrors(admin)
  })
  await expectNoErrors(therapist, client)
})

test(
  'a connection that breaks during a save: nothing is duplicated, typed text is kept, the save is retried',
  { tag: '@deep' },
  async ({ browser }) => {
    const eva = await practice.newClient('Eva', 'Lindner')
    const therapist = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const client = await openSignedIn(browser, product, eva, { phone: true, plain: true })
    const { id } = await planSessionByApi(practice.therapist, eva.clientId, 6, 9)
    /**
     * Breaks the first call of a path. The server executes the call, but its response is lost and the browser goes
     * offline. Returns a list to which the commands of all calls are added.
     */
    const breakAt = async ({ page }: Visitor, path: string) => {
      const commands: string[] = []
      await page.route(`**/api/${path}`, async (route) => {
        commands.push((route.request().postDataJSON() as { command: string }).command)
        if (commands.length > 1) return route.continue()
        await route.fetch()
        await page.context().setOffline(true)
        await route.abort('connectionreset')
      })
      return commands
    }

    await test.step('moving: the dialog stays open, keeps its text and shows the error', async () => {
      await therapist.page.goto(detailsOf('therapist', id))
      await therapist.page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
      const dialog = therapist.page.getByRole('dialog')
      await fillInTime(dialog, dayAhead(6), '15:30')
      await dialog
        .getByRole('textbox', { name: uiText('sessionDialog:moving.reason') })
        .fill('The room is taken in the morning.')
      const commands = await breakAt(therapist, 'session/move')
      await dialog.getByRole('button', { name: uiText('sessionDialog:moving.submit') }).click()
      await expect(dialog.getByText(uiText('common:offline.waiting'))).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: uiText('sessionDialog:moving.reason') })).toHaveValue(
        'The room is taken in the morning.',
      )
      expect(commands).toHaveLength(1)
      await therapist.page.context().setOffline(false)
      await expect(dialog).toBeHidden()
      await expect(therapist.page.getByRole('heading', { level: 1 })).toContainText('15:30')
      expect(new Set(commands).size).toBe(1)
      expect(commands.length).toBeGreaterThan(1)
      expect(await stepsOf(id)).toEqual(['create', 'move'])
    })
    await test.step('accepting: retried with the same command, notified once', async () => {
      await client.page.goto(detailsOf('client', id))
      const commands = await breakAt(client, 'session/accept')
      await client.page.getByRole('button', { name: uiText('negotiation:step.accept') }).click()
      await expect.poll(() => stepsOf(id)).toEqual(['create', 'move', 'accept'])
      await client.page.context().setOffline(false)
      await expect(client.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
      await expect.poll(() => commands.length).toBeGreaterThan(1)
      expect(new Set(commands).size).toBe(1)
      expect(await stepsOf(id)).toEqual(['create', 'move', 'accept'])
      const { items } = await practice.therapist.api.notification.list({})
      expect(items.filter(({ relatedId, kind }) => relatedId === id && kind === 'session-accepted')).toHaveLength(1)
    })
    await expectNoErrors(therapist, client)
  },
)

test(
  'after a server restart, open pages reconnect and half-filled forms keep their text',
  { tag: '@deep' },
  async ({ browser }) => {
    const leo = await practice.newClient('Leo', 'Brandt')
    const therapist = await openSignedIn(browser, product, practice.therapist)
    const client = await openSignedIn(browser, product, leo)
    const { page } = therapist
    await client.page.goto('/dashboard/client')
    await expect(client.page.getByText(uiText('dashboard:client.none')).first()).toBeVisible()
    await page.goto('/dashboard/therapist/add-client')
    await fillIn(page, 'Half', 'Written', 'half@practice.test')

    await test.step('the form keeps its content and is saved', async () => {
      await product.restart()
      await expect(page.getByLabel(uiText('client:form.firstName'))).toHaveValue('Half')
      await expect(page.getByRole('textbox', { name: uiText('client:form.email') })).toHaveValue('half@practice.test')
      await page.getByRole('button', { name: uiText('client:add.submitInvite') }).click()
      await expect(page.getByRole('heading', { name: 'Half Written' })).toBeVisible()
      expect(await recordsNamed('Half')).toHaveLength(1)
    })

    await test.step('the client’s open page shows a new session without a reload', async () => {
      const { id } = await planSessionByApi(practice.therapist, leo.clientId, 4, 12)
      await expect(client.page.getByRole('button', { name: uiText('session:accept') }).first()).toBeVisible()
      await client.page
        .getByRole('button', { name: uiText('session:accept') })
        .first()
        .click()
      await expect(client.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
      expect(await stepsOf(id)).toHaveLength(2)
    })

    await test.step('a request sent while the server is down arrives once, automatically or after pressing again', async () => {
      await page.goto('/dashboard/therapist/add-client')
      await fillIn(page, 'Nadia', 'Between')
      const back = product.restart()
      const add = page.getByRole('button', { name: uiText('client:add.submit') })
      const there = page.getByRole('heading', { name: 'Nadia Between' })
      const failed = page.getByText(uiText('client:profile.saveFailed'))
      await add.click()
      await back
      await expect(there.or(failed)).toBeVisible({ timeout: 30_000 })
      if (await failed.isVisible()) await add.click()
      await expect(there).toBeVisible()
      expect(await recordsNamed('Nadia')).toHaveLength(1)
    })
    await expectNoErrors(therapist, client)
  },
)

test('a taken slot and a session that has changed meanwhile are explained @deep', async ({ browser }) => {
  const ida = await practice.newClient('Ida', 'Holm')
  const { id } = await planSessionByApi(practice.therapist, ida.clientId, 6, 9, true)
  const first = await openSignedIn(browser, product, practice.therapist)

  await test.step('the dialog names the conflict and keeps the input; another time is free', async () => {
    const { page } = first
    await page.goto(`/dashboard/therapist/clients/${ida.clientId}/client-profile`)
    await page
      .getByRole('button', { name: uiText('session:new') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const taken = (await upcomingOf(ida.clientId))[0]?.startsAt ?? ''
    const clock = (plus: number) =>
      new Date(Date.parse(taken) + plus * 60_000).toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Berlin',
        hour: '2-digit',
        minute: '2-digit',
      })
    await fillInTime(dialog, dayAhead(6), clock(30))
    await dialog.getByText(uiText('session:format.video'), { exact: true }).click()
    await dialog.getByRole('button', { name: uiText('session:plan.submit') }).click()
    const note = dialog.getByRole('alert')
    await expect(note).toContainText(uiText('negotiation:taken.title'))
    await expect(note).toContainText('Ida')
    await expect(note).toContainText(clock(50))
    await expect(dialog.getByRole('textbox', { name: uiText('session:plan.time') })).toHaveValue(clock(30))
    await fillInTime(dialog, dayAhead(6), clock(50))
    await expect(note).toBeHidden()
    await dialog.getByRole('button', { name: uiText('session:plan.submit') }).click()
    await expect(page.getByText(uiText('session:done.planned', { name: 'Ida' }))).toBeVisible()
    expect(await upcomingOf(ida.clientId)).toHaveLength(2)
  })

  await test.step('one session in two windows: the second one shows its new state', async () => {
    const second = { ...first, page: await first.page.context().newPage() }
    for (const { page } of [first, second]) await page.goto(detailsOf('therapist', id))
    await second.page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
    const moving = second.page.getByRole('dialog')
    await fillInTime(moving, dayAhead(6), '18:00')
    await first.page.bringToFront()
    await first.page.getByRole('button', { name: uiText('negotiation:act.cancel') }).click()
    await first.page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') })
      .click()
    await expect(first.page.getByText(uiText('session:status.cancelled'), { exact: true }).first()).toBeVisible()
    await second.page.bringToFront()
    await moving.getByRole('button', { name: uiText('sessionDialog:moving.submit') }).click()
    await expect(
      moving.getByText(uiText('negotiation:refused.changed', { status: uiText('session:status.cancelled') })),
    ).toBeVisible()
    await expect(moving.getByRole('textbox', { name: uiText('session:plan.time') })).toHaveValue('18:00')
    await moving.getByRole('button', { name: uiText('sessionDialog:moving.back') }).click()
    await expect(second.page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true })).toBeHidden()
    await expect(second.page.getByText(uiText('session:status.cancelled'), { exact: true }).first()).toBeVisible()
    expect((await stepsOf(id)).filter((step) => step === 'move')).toHaveLength(0)
  })
  await expectNoErrors(first)
})

test(
  'a wrong, used, expired or superseded link is explained, and a new one is offered',
  { tag: '@deep' },
  async ({ browser }) => {
    const therapist = await openSignedIn(browser, product, practice.therapist)
    const mailsTo = (email: string) =>
      product.inbox.mails.filter(
        (mail) => mail.text?.includes('/setup-password') && mail.to && JSON.stringify(mail.to).includes(email),
      )

    /** Adds a client with an invitation. Returns the id of the client, the id of the invitation, and the link of the invitation. */
    async function invite(visitor: Visitor, firstName: string) {
      const record = await addClientByApi(practice.therapist, firstName, 'Sand', {
        email: visitor.email,
        invite: true,
      })
      return {
        record: record.id,
        invitation: record.invitation?.id ?? '',
        link: await linkFromMail(product, visitor, '/setup-password'),
      }
    }

    const invalid = (page: Page) => page.getByText(uiText('common:errors.INVALID_LINK'))
    const fresh = (page: Page) => page.getByRole('button', { name: uiText('login:invitation.fresh') })
    async function askForFresh({ page }: Visitor, link: string) {
      await page.goto('about:blank')
      await page.goto(link)
      await expect(invalid(page)).toBeVisible()
      await fresh(page).click()
      await expect(page.getByText(uiText('login:invitation.freshSent'))).toBeVisible()
      await expect(fresh(page)).toBeHidden()
    }
    const lena = await newVisitor(browser, product, 'lena@practice.test')
    const emil = await newVisitor(browser, product, 'emil@practice.test')

    await test.step('wrong: for an invitation, a confirmation and a new password', async () => {
      await askForFresh(lena, '/setup-password#token=wrong-wrong-wrong')
      for (const path of ['/confirm', '/reset-password']) {
        await lena.page.goto(`${path}#token=wrong-wrong-wrong`)
        await expect(lena.page.getByRole('heading', { name: uiText('login:link.title') })).toBeVisible()
        // The message about an invitation must not be shown for other links.
        await expect(invalid(lena.page)).toBeHidden()
      }
    })

    await test.step('expired: the new link arrives by email and works', async () => {
      const { invitation, link } = await invite(lena, 'Lena')
      await ageInvitation(product, invitation, 15 * 24 * 60)
      await askForFresh(lena, link)
      await expect.poll(() => mailsTo(lena.email).length).toBe(2)
      const next = await linkFromMail(product, lena, '/setup-password')
      expect(next).not.toBe(link)
      await acceptInvitationInBrowser(lena, next)
      await expect(
        lena.page.getByRole('region', { name: uiText('dashboard:between.one', { name: 'Nora' }) }),
      ).toBeVisible()
    })

    await test.step('used: the page says so, and nothing more is sent', async () => {
      const guest = await newVisitor(browser, product, lena.email)
      await askForFresh(guest, await linkFromMail(product, lena, '/setup-password'))
      await expectNoErrors(guest)
    })

    await test.step('superseded: "Send again" voids the previous link; a new one can be requested here too', async () => {
      const { record, invitation, link } = await invite(emil, 'Emil')
      await ageInvitation(product, invitation, 6)
      await therapist.page.goto(`/dashboard/therapist/clients/${record}/client-profile`)
      await therapist.page.getByRole('button', { name: uiText('client:invitation.resend') }).click()
      await expect(therapist.page.getByText(uiText('client:invitation.sentNow'))).toBeVisible()
      await expect.poll(() => mailsTo(emil.email).length).toBe(2)
      await therapist.page.getByRole('button', { name: uiText('client:invitation.resend') }).click()
      await expect(therapist.page.getByText(uiTextPattern('client:invitation.tooSoon'))).toBeVisible()
      await ageInvitation(product, invitation, 6)
      await askForFresh(emil, link)
      await expect.poll(() => mailsTo(emil.email).length).toBe(3)
      await acceptInvitationInBrowser(emil, await linkFromMail(product, emil, '/setup-password'))
      await expect(therapist.page.getByText(uiText('client:status.active'), { exact: true }).first()).toBeVisible()
    })
    expect(mailsTo(lena.email)).toHaveLength(2)
    await expectNoErrors(therapist, lena, emil)
  },
)
