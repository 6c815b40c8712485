import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { sampleMeasure } from '../packages/contract/src/features/care/measure/measure.testing.ts'
import { emptyRichText } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { countClicks } from './clicks.ts'
import { openPayments, issueInvoiceByApi } from './issued-invoice.ts'
import { lockTitle, unlock } from './lock.ts'
import {
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openMenuEntry = async (page: Page, entry: string) => {
  await button(page, uiText('clientOverview:more')).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('every long dialog keeps its submit button in sight on a small laptop and on a phone @deep', async ({
  browser,
}) => {
  await openPayments(practice, ana)
  const invoice = await issueInvoiceByApi(practice, ana)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const client = `/dashboard/therapist/clients/${ana.clientId}/client-profile`
  const dialogs: [address: string, open: () => Promise<unknown>, submit: string][] = [
    [client, () => button(page, uiText('tasks:act.assignShort')).click(), uiText('taskAssign:submit')],
    [client, () => button(page, uiText('session:new')).click(), uiText('session:plan.submit')],
    [client, () => openMenuEntry(page, uiText('clientOverview:sendForm')), uiText('form:send.action')],
    [client, () => openMenuEntry(page, uiText('clientOverview:addToWaitingList')), uiText('waitingList:add.submit')],
    [
      '/dashboard/therapist/sessions',
      () => button(page, uiText('sessionList:enter')).click(),
      uiText('sessionNew:entry.submit'),
    ],
    ['/dashboard/therapist/payments?new=true', async () => {}, uiText('invoice:new.submit')],
    [
      `/dashboard/therapist/payments/${invoice.id}`,
      () => button(page, uiText('payment:record.action')).click(),
      uiText('payment:record.submit'),
    ],
  ]
  for (const [address, open, submit] of dialogs) {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto(address)
    await open()
    const dialog = page.getByRole('dialog')
    const submitButton = dialog.getByRole('button', { name: submit, exact: true })
    for (const [width, height] of [
      [1280, 720],
      [390, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const place of ['start', 'end']) {
        await dialog.evaluate((element, at) => element.scrollTo(0, at === 'end' ? element.scrollHeight : 0), place)
        await expect(submitButton, `${submit} at ${width}, ${place}`).toBeInViewport({ ratio: 1 })
      }
    }
  }
  await expectNoErrors(nora)
})

const clients = (names: string) => ({
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`First name,Last name\n${names}\n`),
})

/** Adds a task template, a released questionnaire, a confirmed form and a session. */
async function prepareJobs() {
  const { api } = practice.therapist
  const task = {
    title: 'Sleep diary',
    description: emptyRichText,
    priority: 'medium',
    form: { kind: 'plain' },
  } as const
  await api.task.saveTemplate({ id: randomUUID(), ...task })
  const measure = await api.measure.create({ id: randomUUID(), content: sampleMeasure({ title: 'Sleep scale' }) })
  await api.measure.release({ id: measure.id, revision: measure.revision, isComparable: false })
  const { id, version, content } = await api.form.create({ id: randomUUID(), template: null, language: 'en' })
  const type = 'long-text' as const
  const field = {
    id: randomUUID(),
    type,
    label: 'What helps?',
    hint: '',
    required: true,
    options: [],
  }
  const saved = await api.form.save({ id, version, content: { ...content, title: 'Before we start', fields: [field] } })
  await api.form.confirm({ id, version: saved.version })
  return planSessionByApi(practice.therapist, ana.clientId, 3, 9, true)
}

test('a therapist does the daily jobs in few clicks @slow', async ({ browser }) => {
  const session = await prepareJobs()
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const clicks = await countClicks(page)
  const clientPage = `/dashboard/therapist/clients/${ana.clientId}/client-profile`
  const dialog = page.getByRole('dialog')
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  // A client can have only one open copy of a questionnaire.
  const withdrawOpenTasks = async () => {
    const { api } = practice.therapist
    for (const { id } of (await api.task.list({ clientId: ana.clientId, part: 'open' })).items)
      await api.task.withdraw({ id, command: randomUUID() })
  }

  for (const address of [clientPage, `/dashboard/therapist/sessions/session-details?id=${session.id}`])
    for (const measure of ['Sleep scale', 'PHQ-9'])
      await test.step(`send the ${measure} from ${address}`, async () => {
        await withdrawOpenTasks()
        await page.goto(address)
        await clicks(2, async () => {
          await button(page, uiText('tasks:act.sendMeasure')).click()
          await page.getByRole('menuitem', { name: measure }).click()
          const done = uiText('taskAssign:send.done', { measure, name: 'Ana Moreau' })
          await expect(page.getByText(done).first()).toBeVisible()
        })
        await expect(page.getByRole('link', { name: measure, exact: true }).first()).toBeVisible()
      })

  await test.step('the measures of all clients are one click from the list, and an answer arrives while they are open', async () => {
    await page.goto('/dashboard/therapist/clients')
    const row = page.getByRole('row', { name: 'Ana' })
    await clicks(1, async () => {
      await page.getByRole('link', { name: uiText('client:list.measures') }).click()
      await expect(row).toContainText(uiText('measures:noScore'))
    })
    const { items } = await ana.api.task.list({ part: 'open' })
    const id = items.find(({ kind }) => kind === 'questionnaire')?.id ?? ''
    const answers = [1, 1, 1, 1, 1, 1, 1, 1, 0]
    await ana.api.task.start({ id, command: randomUUID() })
    const answer = { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } as const
    await ana.api.task.complete({ id, command: randomUUID(), answer })
    await expect(row).toContainText(
      uiText('taskForms:score', { score: '8', most: '27', band: uiText('taskForms:band.mild') }),
    )
  })

  await test.step('assign homework by a template', async () => {
    await page.goto(clientPage)
    await clicks(3, async () => {
      await button(page, uiText('tasks:act.assignShort')).click()
      await dialog.getByRole('radio', { name: 'Sleep diary' }).click()
      await submit(uiText('taskAssign:submit'))
      await expect(dialog).toBeHidden()
    })
  })

  await test.step('send a form from the header of a client', () =>
    clicks(3, async () => {
      await openMenuEntry(page, uiText('clientOverview:sendForm'))
      await submit(uiText('form:send.action'))
      await expect(dialog).toBeHidden()
    }))

  await test.step('put a client on the waiting list', () =>
    clicks(3, async () => {
      await openMenuEntry(page, uiText('clientOverview:addToWaitingList'))
      await submit(uiText('waitingList:add.submit'))
      await expect(dialog).toBeHidden()
    }))

  await test.step('send a form to a new client', async () => {
    await page.goto('/dashboard/therapist/add-client')
    await page.getByLabel(uiTextPattern('client:form.firstName')).first().fill('Emil')
    await page.getByLabel(uiTextPattern('client:form.lastName')).first().fill('Sand')
    await clicks(3, async () => {
      await page.getByRole('button', { name: uiTextPattern('client:form.send') }).click()
      await page.getByRole('checkbox').first().click()
      await button(page, uiText('client:add.submit')).click()
      await expect(page).toHaveURL(/client-profile/)
    })
  })

  await test.step('import clients', async () => {
    await page.goto('/dashboard/therapist/clients')
    await clicks(3, async () => {
      await page.getByRole('link', { name: uiText('client:list.import') }).click()
      const chooser = page.waitForEvent('filechooser')
      await page.locator('input[type=file]').click()
      await (await chooser).setFiles(clients('Lena,Wolf'))
      await button(page, uiText('import:send.submit_one', { count: '1' })).click()
      await expect(page.getByText(uiTextPattern('import:done.added_one', { count: '1' })).first()).toBeVisible()
    })
  })

  for (const [typed, act, most, name] of [
    ...['GAD-7', 'Sleep scale'].map(
      (measure) =>
        [
          'ana',
          uiText('palette:assignMeasureTo', { measure, name: 'Ana Moreau' }),
          2,
          uiText('taskAssign:submit'),
        ] as const,
    ),
    ['lena', uiText('palette:sendFormTo', { name: 'Lena Wolf' }), 3, uiText('form:send.action')],
  ] as const)
    await test.step(`${act} from the palette`, () =>
      clicks(most, async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill(typed)
        await page.getByRole('option', { name: act }).click()
        await submit(name)
        await expect(dialog).toBeHidden()
      }))

  await test.step('open the next session prep from any page', () =>
    clicks(1, async () => {
      await page.getByRole('button', { name: uiText('shell:search') }).click()
      await page.getByRole('combobox').fill('ana')
      await expect(
        page.getByRole('option', { name: uiTextPattern('palette:openNext', { name: 'Ana Moreau' }) }),
      ).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: uiText('sessionPrep:title') })).toBeVisible()
    }))

  await test.step('lock the screen, which asks the password', async () => {
    await page.getByRole('button', { name: uiTextPattern('shell:userMenu', { name: 'Nora Lindqvist' }) }).click()
    await clicks(1, async () => {
      await page.getByRole('menuitem', { name: uiText('shell:lockScreen') }).click()
      await expect(lockTitle(page)).toBeVisible()
    })
    await unlock(page)
  })
  await expectNoErrors(nora)
})
