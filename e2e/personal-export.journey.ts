import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzip } from '../apps/server/src/testing/files/unzip.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { inOrder, serverText, uiText } from './ui-text.ts'
import { heading } from './views.ts'
import { closeVisitors, expectNoErrors, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
const folder = mkdtempSync(join(tmpdir(), 'attune-export-'))
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(async () => {
  rmSync(folder, { recursive: true })
  await product.stop()
})
test.afterEach(closeVisitors)

const putEntry = (client: ClientPracticeMember, title: string, text: string) =>
  client.api.journal.save({
    id: randomUUID(),
    version: 0,
    title,
    content: richTextFromPlain(text),
    mood: 4,
    tags: [],
    writtenAt: new Date().toISOString(),
    files: [],
  })

/** Unpacks a zip below the folder of this journey. */
function unpack(zip: string): void {
  for (const [path, bytes] of unzip(readFileSync(zip))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
}

test('a client downloads their data, finds an entry in it without a network, and deletes the account @slow', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  await putEntry(ana, 'In the Café', 'The swans were back on the lake.')
  await putEntry(ana, 'Monday', 'Nothing of note.')
  const visitor = await openSignedIn(browser, product, ana)
  const { page } = visitor

  await test.step('the settings make the file, and say when it is ready', async () => {
    await page.goto('/dashboard/client/settings/own-data')
    await expect(page.getByText(uiText('personalExport:leftOut', { name: 'Nora Lindqvist' }))).toBeVisible()
    await page.getByRole('button', { name: uiText('personalExport:make'), exact: true }).click()
    await expect(page.getByRole('button', { name: uiText('personalExport:download') })).toBeVisible({ timeout: 30_000 })
    await product.inbox.mailTo(ana.email, inOrder(serverText('mail.export-ready.subject')))
  })

  await test.step('the file is downloaded', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: uiText('personalExport:download') }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^attune-\d{4}-\d\d-\d\d\.zip$/)
    unpack(await file.path())
  })

  await test.step('its first page opens without a network, and its search leads to the entry', async () => {
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect(page.getByRole('link', { name: serverText('personalExport.part.journal') })).toBeVisible()
    await expect(page.getByText(serverText('personalExport.leftOut', { name: 'Nora Lindqvist' }))).toBeVisible()
    const search = page.getByRole('searchbox', { name: serverText('personalExport.search') })
    await search.fill('zebra')
    await expect(page.getByText(serverText('personalExport.nothingFound'))).toBeVisible()
    await search.fill('CAFE swans')
    await page.getByRole('link', { name: 'In the Café' }).click()
    await expect(page.getByText('The swans were back on the lake.')).toBeInViewport()
    await page.getByRole('link', { name: serverText('personalExport.index') }).click()
    await expect(search).toBeVisible()
  })

  await test.step('the client deletes the account with the file, and reads what was erased and what stays', async () => {
    await page.context().setOffline(false)
    await page.goto('/dashboard/client/settings/account')
    await page.getByRole('button', { name: uiText('security:accountDeletion.begin') }).click()
    const dialog = page.getByRole('dialog', { name: uiText('security:accountDeletion.delete') })
    await expect(dialog.getByText(uiText('accountDeletion:facts.waiting-export'))).toBeVisible()
    const word = uiText('accountDeletion:word.delete')
    await dialog.getByLabel(uiText('accountDeletion:word.label', { word })).fill(word)
    await dialog.getByLabel(uiText('security:password.current')).fill(visitorPassword)
    await dialog.getByRole('button', { name: uiText('accountDeletion:deleteNow') }).click()
    await expect(heading(page, serverText('erasureReport.title'))).toBeVisible()
    const inRecord = page.getByRole('region', { name: serverText('erasureReport.record.heading.client') })
    await expect(inRecord).toContainText(serverText('erasureReport.data.conversations'))
  })
  await expectNoErrors(visitor)
})
