import { expect, type Page, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSignedIn, setUpPracticeByApi } from './practice.ts'
import { type JourneyServer, startJourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { allViews, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

const root = join(import.meta.dirname, '..')
let home: string
let env: Record<string, string>
let product: JourneyServer
test.describe.configure({ timeout: 300_000 })

/** Starts a server with the embedded Postgres, because Attune backs up no other Postgres. */
test.beforeAll(async () => {
  test.setTimeout(180_000)
  home = mkdtempSync(join(tmpdir(), 'attune-backups-'))
  const data = join(home, 'data')
  env = {
    DATABASE_URL: '',
    ATTUNE_DATA: data,
    ATTUNE_SECRETS: join(data, 'secrets'),
    BACKUP_FOLDERS: join(home, 'disk'),
  }
  mkdirSync(join(home, 'disk', 'attune'), { recursive: true })
  product = await startJourneyServer(env)
})
test.afterAll(async () => {
  await product.stop()
  rmSync(home, { recursive: true, force: true })
})
test.afterEach(closeVisitors)

const dialogOf = (page: Page, key: 'words.title' | 'words.checkTitle' | 'destination.add') =>
  page.getByRole('dialog', { name: uiText(`backupSetup:${key}`) })

/** Reads the words of the new key, enters two of them for confirmation, and returns all words. */
async function printKey(page: Page): Promise<string[]> {
  const shown = dialogOf(page, 'words.title')
  await expect(shown.getByRole('listitem')).toHaveCount(24)
  const words = (await shown.getByRole('listitem').allInnerTexts()).map((line) => line.replace(/^\d+\s*/, ''))
  await shown.getByRole('button', { name: uiText('backupSetup:words.next') }).click()
  const check = dialogOf(page, 'words.checkTitle')
  for (const field of await check.getByRole('textbox').all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    const position = Number(/\d+/.exec(label)?.[0])
    await field.fill(words[position - 1] ?? '')
  }
  await check.getByRole('button', { name: uiText('backupSetup:words.confirm') }).click()
  return words
}

test('an admin prints the key, adds a folder, sees the proof of a backup, and is warned when the folder is gone @deep', async ({
  browser,
}) => {
  const practice = await setUpPracticeByApi(product)
  const admin = await openSignedIn(browser, product, practice.admin)
  const { page } = admin
  const folder = join(home, 'disk', 'attune')

  await test.step('before the key, a destination asks for it', async () => {
    await page.goto('/dashboard/admin/backups')
    await expect(page.getByText(uiText('backupSetup:destination.none'))).toBeVisible()
    await page.getByRole('button', { name: uiText('backupSetup:destination.add') }).click()
    expect(new Set(await printKey(page)).size).toBeGreaterThan(12)
  })

  await test.step('a folder that is not prepared names the command, which prepares it', async () => {
    const dialog = dialogOf(page, 'destination.add')
    await dialog.getByLabel(uiText('backupSetup:destination.folder')).fill(folder)
    const submit = dialog.getByRole('button', { name: uiText('backupSetup:destination.submit') })
    await submit.click()
    const command = `npm run backup -- --init ${folder}`
    await expect(dialog.getByText(command)).toBeVisible()
    const [program = '', ...rest] = command.split(' ')
    execFileSync(program, rest, { cwd: root, env: { ...process.env, ...env } })
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(uiText('backupSetup:destination.connected'), { exact: true })).toBeVisible()
  })

  await test.step('a backup is made, proved and listed with the command that restores it', async () => {
    await page.getByRole('button', { name: uiText('backups:now') }).click()
    await expect(page.getByRole('progressbar', { name: uiText('backups:progress.label') })).toBeVisible()
    await expect(page.getByText(uiText('backups:status.at'), { exact: true })).toBeVisible({ timeout: 180_000 })
    await expect(page.getByText(uiText('backups:list.all'))).toBeVisible()
    await expect(page.getByText(`npm run restore -- ${folder}`)).toBeVisible()
    await expectAccessibleInViews(page, 'backups', heading(page, uiText('backups:title')), allViews)
  })

  await test.step('the folder is gone: the page and the dashboard say so', async () => {
    renameSync(folder, `${folder}-elsewhere`)
    await page.goto('/dashboard/admin/backups')
    await expect(page.getByText(uiText('backupSetup:destination.lost'), { exact: true })).toBeVisible()
    await expect(page.getByText(uiText('backupSetup:problem.missing'))).toBeVisible()
    await expect(page.getByText(uiText('backups:list.unavailable'))).toBeVisible()
    await expect(async () => {
      await page.goto('/dashboard/admin')
      const warning = page.getByText(uiText('adminDashboard:health.means.backup-destination-lost'))
      await expect(warning).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 90_000 })
  })
  await expectNoErrors(admin)
})
