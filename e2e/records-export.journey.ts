import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { unzip } from '../apps/server/src/testing/files/unzip.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { renewSignIns } from './time.ts'
import { inOrder, serverText, uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember | undefined
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  await renewSignIns(product)
  ana = await practice.newClient('Ana', 'Moreau')
  await practice.newClient('Ben', 'Ruiz')
  await practice.newClient('Mia', 'Falk')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'a therapist exports all records, and a client sees it in the access log',
  { tag: '@deep' },
  async ({ browser }) => {
    if (!ana) throw new Error('no client')
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora

    await test.step('the list of clients leads to the settings, which ask for the content', async () => {
      await page.goto('/dashboard/therapist/clients')
      await page.getByRole('button', { name: uiText('client:list.export') }).click()
      await page.getByRole('menuitem', { name: uiText('client:list.exportRecords') }).click()
      const section = page.getByRole('region', { name: uiText('personalExport:allRecords.title') })
      await section.getByRole('button', { name: uiText('personalExport:make'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: uiText('personalExport:allRecords.label') })
      await expect(dialog.getByText(uiText('personalExport:allRecords.logged'))).toBeVisible()
      await dialog.getByLabel(uiText('personalExport:allRecords.bundle')).check()
      await dialog.getByRole('button', { name: uiText('personalExport:make'), exact: true }).click()
      await expect(dialog).toBeHidden()
    })

    await test.step('the file has a folder for each client and an index', async () => {
      const download = page.getByRole('button', { name: uiText('personalExport:download') })
      await expect(download).toBeVisible({ timeout: 60_000 })
      await product.inbox.mailTo(practice.therapist.email, inOrder(serverText('mail.export-ready.subject')))
      const started = page.waitForEvent('download')
      await download.click()
      const file = await started
      expect(file.suggestedFilename()).toMatch(/^attune-records-\d{4}-\d\d-\d\d\.zip$/)
      const files = unzip(readFileSync(await file.path()))
      const index = String(files.get('index.html'))
      for (const name of ['Ana Moreau', 'Ben Ruiz', 'Mia Falk']) {
        expect(index).toContain(name)
        for (const inside of ['index.html', 'bundle.json', 'NOT-INCLUDED.txt'])
          expect(files.has(`${name}/${inside}`), `${name}/${inside}`).toBe(true)
      }
    })

    await test.step('the client finds the export in the access log', async () => {
      const reader = await openSignedIn(browser, product, ana as ClientPracticeMember)
      await reader.page.goto('/dashboard/client/who-looked')
      await expect(reader.page.getByText(uiText('accessLog:opened.record-export'))).toHaveCount(1)
      await expectNoErrors(reader)
    })
    await expectNoErrors(nora)
  },
)
