import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** The answers of a server that refuses a picture, with the sentences of the specification. */
const refusals = [
  [403, 'Permission denied. Please try logging out and back in.'],
  [413, 'File too large. Please choose a smaller image.'],
  [415, 'Invalid file type. Please choose an image file.'],
  [500, 'Failed to upload avatar: Unknown error'],
] as const

test('each refused upload of an avatar says why and keeps the chosen picture, which can be sent again [8.01]', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const visitor = await openSignedIn(browser, product, ana, { plain: true })
  const { page } = visitor
  let status: number | null = null
  await page.route('**/api/storage/avatars', (route) =>
    status === null
      ? route.continue()
      : route.fulfill({
          status,
          contentType: 'application/json',
          body: JSON.stringify({ defined: false, code: 'REFUSED', status, message: 'REFUSED' }),
        }),
  )
  await page.goto('/dashboard/client/profile')
  await page.getByRole('button', { name: uiText('account:profile.edit') }).click()
  const section = page.getByRole('region', { name: uiText('account:avatar.title') })
  const square = sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f6b62' } })
  await expect(section.getByRole('button', { name: uiText('account:avatar.choose') })).toBeVisible()
  await section
    .locator('input[type=file]')
    .setInputFiles({ name: 'ana.png', mimeType: 'image/png', buffer: await square.png().toBuffer() })
  const dialog = page.getByRole('dialog', { name: uiText('account:avatar.cropTitle') })
  const use = dialog.getByRole('button', { name: uiText('account:avatar.use') })
  for (const [refusal, sentence] of refusals) {
    status = refusal
    await use.click()
    // The API client retries a failed call before the person sees an error.
    await expect(dialog.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(dialog.locator('img'), sentence).toBeVisible()
    await expect(use, sentence).toBeEnabled()
  }
  expect((await ana.api.account.me({})).avatarUrl).toBeNull()
  status = null
  await use.click()
  await expect(page.getByText('Avatar updated successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('alert')).toHaveCount(0)
  await expect(section.locator('img')).toBeVisible()
  expect((await ana.api.account.me({})).avatarUrl).not.toBeNull()
  await expectNoErrors(visitor)
})
