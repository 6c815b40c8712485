import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { unzip } from '../apps/server/src/testing/files/unzip.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let [ana, ben]: ClientPracticeMember[] = []
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  ben = await practice.newClient('Ben', 'Ruiz')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a therapist decides about the names of others before a record is exported @slow', async ({ browser }) => {
  if (!ana || !ben) throw new Error('no clients')
  const { note, session } = practice.therapist.api
  const id = randomUUID()
  const startsAt = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
  const clientIds = [ana.clientId, ben.clientId]
  const joint = { id, clientIds, startsAt, durationMinutes: 50, format: 'video', therapyType: 'couples' } as const
  await session.logPast({ ...joint, outcome: 'completed' })
  await note.save({
    sessionId: id,
    clientId: ana.clientId,
    text: 'Ana is angry with Ben.\nShe asked Ben to wait.',
    version: 0,
  })
  await note.save({ sessionId: id, text: 'They argued about money.', version: 0 })
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
  await page.getByRole('button', { name: uiText('record:export') }).click()
  const dialog = page.getByRole('dialog', { name: uiText('recordExport:title', { name: 'Ana' }) })
  const submit = dialog.getByRole('button', { name: uiText('recordExport:submit'), exact: true })

  await test.step('the dialog lists the names and the shared parts, and waits for the decisions', async () => {
    await expect(dialog.getByText(uiText('recordExport:sharedHint', { names: 'Ben Ruiz' }))).toBeVisible()
    await expect(dialog.getByRole('radiogroup', { name: /Ben/ })).toHaveCount(2)
    await dialog
      .getByRole('radiogroup', { name: /angry with/ })
      .getByLabel(uiText('recordExport:names.keep'))
      .check()
    await submit.click()
    await expect(dialog.getByText(uiText('recordExport:names.undecided_one', { count: '1' }))).toBeVisible()
  })

  await test.step('after the last decision, the record is downloaded', async () => {
    await dialog
      .getByRole('radiogroup', { name: /to wait/ })
      .getByLabel(uiText('recordExport:names.remove'))
      .check()
    const download = page.waitForEvent('download')
    await submit.click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(dialog).toBeHidden()
  })

  const exportAs = async (format: 'zip' | 'fhir') => {
    await page.getByRole('button', { name: uiText('record:export') }).click()
    await dialog.getByLabel(uiText(`recordExport:format.${format}`)).check()
    await expect(dialog.getByRole('radiogroup', { name: /Ben/ })).toHaveCount(format === 'fhir' ? 0 : 2)
    if (format === 'zip')
      for (const text of [/angry with/, /to wait/])
        await dialog.getByRole('radiogroup', { name: text }).getByLabel(uiText('recordExport:names.remove')).check()
    else await expect(dialog.getByText(uiText('recordExport:bundleHint'))).toBeVisible()
    const download = page.waitForEvent('download')
    await submit.click()
    const file = await download
    await expect(dialog).toBeHidden()
    return { name: file.suggestedFilename(), files: unzip(readFileSync(await file.path())) }
  }

  await test.step('as a folder, it has a page, the PDF and a list of what is missing', async () => {
    const { name, files } = await exportAs('zip')
    expect(name).toMatch(/\.zip$/)
    expect([...files.keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(1)
    expect(String(files.get('index.html'))).toContain('Ana Moreau')
    expect(String(files.get('NOT-INCLUDED.txt')).length).toBeGreaterThan(20)
  })

  await test.step('as a FHIR bundle, it is downloaded without a decision, because it has no such names', async () => {
    const { name, files } = await exportAs('fhir')
    expect(name).toMatch(/\.fhir\.zip$/)
    const bundle = JSON.parse(String(files.get('bundle.json'))) as { resourceType: string }
    expect(bundle.resourceType).toBe('Bundle')
    expect(String(files.get('bundle.json'))).not.toContain('Ruiz')
  })
  await expectNoErrors(nora)
})
