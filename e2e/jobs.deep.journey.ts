import { expect, type Locator, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import {
  addClientByApi,
  dayAhead,
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
let invited: string
/** The id of today's session. */
let today: string
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  invited = (await addClientByApi(practice.therapist, 'Ida', 'Lund', { email: 'ida@practice.test' })).id
  await fillPractice()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 600_000) * 600_000 + hours * 3_600_000).toISOString()

/** Creates three past sessions with notes and one without, an upcoming session, a request, and a shared journal entry. */
async function fillPractice() {
  const { api } = practice.therapist
  const past = {
    durationMinutes: 50,
    format: 'video',
    outcome: 'completed',
    clientIds: [ana.clientId],
  } satisfies Partial<Parameters<typeof api.session.logPast>[0]>
  for (const [index, hours] of [-100, -75, -50].entries()) {
    const id = randomUUID()
    await api.session.logPast({ ...past, id, startsAt: inHours(hours) })
    await api.note.save({ sessionId: id, text: `Note ${index + 1} of three.`, version: 0 })
  }
  await api.session.logPast({ ...past, id: randomUUID(), startsAt: inHours(-3) })
  today = (await planSessionAtByApi(practice.therapist, ana.clientId, inHours(0.2), true)).id
  const moved = await planSessionAtByApi(practice.therapist, ana.clientId, inHours(96), true)
  const wish = { sessionId: moved.id, startsAt: inHours(98), durationMinutes: 50 }
  await ana.api.changeRequest.askMove({ id: randomUUID(), ...wish })
  await shareEntry()
}

/** Writes a journal entry as the client and shares it with the therapist. */
async function shareEntry() {
  const { journal } = ana.api
  const { items } = await journal.therapists({})
  const content = richTextFromPlain('I walked to the lake.')
  const entry = { title: 'The lake', content, mood: 4, tags: [], files: [] }
  const { id } = await journal.save({ id: randomUUID(), version: 0, writtenAt: new Date().toISOString(), ...entry })
  await journal.share({ id, therapistIds: items.map((one) => one.id), command: randomUUID() })
}

type Jobs = {
  page: Page
  /** Presses a button or a link; counts as one press. */
  press: (what: Locator) => Promise<void>
  /** Opens the search by its keyboard shortcut (one press), types a text (not counted), and presses a result. */
  pressFound: (text: string, name: string) => Promise<void>
  /** Runs the steps from the dashboard and fails if they take more presses than `most`. */
  job: (name: string, most: number, steps: () => Promise<void>) => Promise<void>
}

function countedJobs(page: Page): Jobs {
  let presses = 0
  const press = async (what: Locator) => {
    presses += 1
    await what.click()
  }
  return {
    page,
    press,
    async pressFound(text, name) {
      presses += 1
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(text)
      await press(page.getByRole('option', { name, exact: true }))
    },
    job: (name, most, steps) =>
      test.step(`${name}: at most ${most}`, async () => {
        await page.goto('/dashboard/therapist')
        await expect(needsYou(page).getByRole('listitem').first()).toBeVisible()
        presses = 0
        await steps()
        expect(presses).toBeLessThanOrEqual(most)
      }),
  }
}

const needsYou = (page: Page) => page.getByRole('region', { name: uiText('dashboard:needs.title') })
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

/** Runs the jobs in which the therapist answers open items and reads new ones. */
async function answerJobs({ page, press, job }: Jobs) {
  await job('confirm what a client asks for', 1, async () => {
    const accept = button(needsYou(page), uiText('negotiation:step.accept'))
    await press(accept.first())
    await expect(accept).toHaveCount(0)
  })
  await job('write the note after a session', 1, async () => {
    await press(needsYou(page).getByRole('link', { name: uiText('dashboard:needs.line.note') }))
    await expect(page.getByRole('textbox', { name: uiText('note:label') })).toBeVisible()
  })
  await job('read what a client shared', 1, async () => {
    await press(needsYou(page).getByRole('link', { name: uiText('dashboard:needs.line.entry') }))
    await expect(page.getByText('I walked to the lake.')).toBeVisible()
  })
  await job('invite a client again', 1, async () => {
    const waiting = page.getByRole('region', { name: uiText('dashboard:needs.waiting') })
    await press(button(waiting, uiText('client:invitation.send')))
    const { api } = practice.therapist
    await expect.poll(async () => (await api.client.get({ id: invited })).invitation?.state).toBe('sent')
  })
}

/** Runs the jobs in the calendar: moving a session, blocking an afternoon and printing the week. */
async function calendarJobs({ page, press, job }: Jobs) {
  const { api } = practice.therapist
  const menu = () => press(button(page, uiText('dashboard:actions.label')))
  const item = (name: string) => press(page.getByRole('menuitem', { name, exact: true }))
  await job('move a session of today', 2, async () => {
    await press(page.getByRole('link', { name: uiText('dashboard:today.move', { name: 'Ana M.' }) }))
    const dialog = page.getByRole('dialog', { name: uiText('sessionDialog:moving.title') })
    await dialog.getByRole('textbox', { name: uiText('session:plan.date') }).fill(dayAhead(2))
    await dialog.getByRole('textbox', { name: uiText('session:plan.time') }).fill('10:00')
    await press(button(dialog, uiText('sessionDialog:moving.submit')))
    await expect(dialog).toBeHidden()
    const { session } = await api.session.get({ id: today })
    expect(Date.parse(session.startsAt)).toBeGreaterThan(Date.now() + 24 * 3_600_000)
  })
  await job('block an afternoon', 3, async () => {
    await menu()
    await item(uiText('dashboard:actions.block'))
    const dialog = page.getByRole('dialog', { name: uiText('calendar:event.new') })
    await press(button(dialog, uiText('calendar:event.save')))
    await expect(page.getByText(uiText('calendar:event.saved'))).toBeVisible()
  })
  await job('print the week', 2, async () => {
    await menu()
    await item(uiText('dashboard:actions.print'))
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
    await expect(page).toHaveURL(/calendar\?view=week$/)
  })
}

/** Runs the jobs that concern the data of one client. */
async function clientJobs({ page, press, pressFound, job }: Jobs) {
  const { api } = practice.therapist
  const name = 'Ana Moreau'
  await job('see the next session of a client', 1, async () => {
    await press(page.getByRole('link', { name: uiText('shell:pages.clients'), exact: true }))
    await expect(page.getByRole('row', { name: /Ana Moreau/ })).toContainText(/\d\d:\d\d/)
  })
  await job('assign a task', 3, async () => {
    await pressFound('ana', uiText('palette:assignTo', { name }))
    const dialog = page.getByRole('dialog', { name: uiText('taskAssign:assign') })
    await dialog.getByRole('textbox', { name: uiText('taskAssign:title') }).fill('A walk')
    await press(button(dialog, uiText('taskAssign:submit')))
    await expect(dialog).toBeHidden()
    expect((await ana.api.task.list({})).items.map(({ title }) => title)).toEqual(['A walk'])
  })
  await job('export one record', 3, async () => {
    await pressFound('ana', uiText('palette:exportOf', { name }))
    const dialog = page.getByRole('dialog', { name: uiText('recordExport:title', { name }) })
    const download = page.waitForEvent('download')
    await press(button(dialog, uiText('recordExport:submit')))
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })
  await job('read the last three notes of a client', 2, async () => {
    await pressFound('ana', uiText('palette:notesOf', { name }))
    for (const number of [1, 2, 3]) await expect(page.getByText(`Note ${number} of three.`).first()).toBeVisible()
  })
  await job('add a client', 2, async () => {
    await press(page.getByRole('link', { name: uiText('dashboard:first.action') }))
    await page.getByLabel(uiText('client:form.firstName')).fill('Nadia')
    await page.getByLabel(uiText('client:form.lastName')).fill('Petrova')
    await press(button(page, uiText('client:add.submit')))
    await expect(page.getByRole('heading', { name: 'Nadia Petrova' })).toBeVisible()
    expect((await api.client.list({ search: 'Petrova' })).items).toHaveLength(1)
  })
}

test(
  'twelve common jobs take at most as many presses as promised, from the dashboard',
  { tag: '@deep' },
  async ({ browser }) => {
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
    await visitor.page.addInitScript(() => {
      window.print = () => Reflect.set(window, 'printed', Number(Reflect.get(window, 'printed') ?? 0) + 1)
    })
    const jobs = countedJobs(visitor.page)
    await answerJobs(jobs)
    await calendarJobs(jobs)
    await clientJobs(jobs)
    await expectNoErrors(visitor)
  },
)
