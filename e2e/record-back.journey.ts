import { expect, type Page, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addClientByApi, openSignedIn, setUpPracticeByApi } from './practice.ts'
import { type JourneyServer, startJourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { allViews, expectAccessibleInViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

const root = join(import.meta.dirname, '..')
const written = 'She sleeps better since the move.'
let home: string
let env: Record<string, string>
let product: JourneyServer
test.describe.configure({ timeout: 300_000 })

/** Starts a server with the embedded Postgres. The commands of the host read its backups. */
test.beforeAll(async () => {
  test.setTimeout(180_000)
  home = mkdtempSync(join(tmpdir(), 'attune-record-'))
  const data = join(home, 'data')
  env = { DATABASE_URL: '', ATTUNE_DATA: data, ATTUNE_SECRETS: join(data, 'secrets') }
  product = await startJourneyServer(env)
})
test.afterAll(async () => {
  await product.stop()
  rmSync(home, { recursive: true, force: true })
})
test.afterEach(closeVisitors)

/** Runs one of the host's commands with npm, and returns its output. */
const runOnMachine = (...command: string[]) =>
  execFileSync('npm', ['run', '--silent', ...command], { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })

const noteField = (page: Page) =>
  page.getByRole('textbox', { name: uiText('note:client.about', { name: 'Clara' }), exact: true })
const copyName = new RegExp(uiText('recordCopy:title', { when: '' }).trim())

test('a therapist deletes a note, the host brings it back on the machine, and the therapist sees the copy with its date @deep', async ({
  browser,
}) => {
  const practice = await setUpPracticeByApi(product)
  const { id } = await addClientByApi(practice.therapist, 'Clara', 'Weber')
  const storedText = async () => (await practice.therapist.api.note.openClient({ clientId: id })).text
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const address = `/dashboard/therapist/clients/${id}/client-profile?tab=notes&note=client`

  const recordId = await test.step('the therapist writes a note, and the machine is backed up', async () => {
    await page.goto(address)
    await noteField(page).fill(written)
    await expect.poll(storedText).toBe(written)
    runOnMachine('backup')
    return page.locator('code').first().innerText()
  })

  await test.step('the therapist deletes the note', async () => {
    await noteField(page).press('ControlOrMeta+a')
    await noteField(page).press('Backspace')
    await expect.poll(storedText).toBe('')
    await page.reload()
    await expect(noteField(page)).toHaveText('')
  })

  await test.step('the host brings it back with the id, while Attune runs', () => {
    expect(recordId).toBe(id)
    const backups = join(env.ATTUNE_DATA ?? '', 'backups')
    expect(runOnMachine('restore', '--', backups, '--record', recordId)).toContain(
      'Brought back the note about a client',
    )
    expect(runOnMachine('restore', '--', backups, '--record', recordId)).toContain('was there already')
  })

  await test.step('the therapist sees the copy with its date, and adds its text to the note', async () => {
    const copy = page.getByRole('region', { name: copyName })
    await expect(copy).toContainText(written)
    await expectAccessibleInViews(page, 'record copy', copy, allViews)
    await copy.getByRole('button', { name: uiText('recordCopy:use') }).click()
    await expect(noteField(page)).toHaveText(written)
    await expect.poll(storedText).toBe(written)
    await page.reload()
    await expect(noteField(page)).toHaveText(written)
  })

  await test.step('the therapist deletes the copy, and the note stays', async () => {
    const copy = page.getByRole('region', { name: copyName })
    await copy.getByRole('button', { name: uiText('recordCopy:deleteOf', { when: '' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('recordCopy:delete') })
      .click()
    await expect(copy).toHaveCount(0)
    await expect(noteField(page)).toHaveText(written)
  })
  await expectNoErrors(nora)
})
