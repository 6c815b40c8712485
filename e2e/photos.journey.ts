import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { largePhoto } from '../apps/server/src/testing/files/avatars.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let photo: Buffer
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  photo = await largePhoto('Altona, 53.55 N')
  expect(photo.byteLength).toBeGreaterThan(fileLimits.image)
  expect(photo.includes('Altona')).toBe(true)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const listed = (page: Page | Locator, name: string) =>
  page
    .getByRole('list', { name: uiText('file:list') })
    .getByRole('listitem')
    .filter({ hasText: name })
const lake = { name: 'lake.jpg', mimeType: 'image/jpeg' }
/** Waits until the page shows the size of a file, which it shows only after the file was checked. */
const there = (page: Page | Locator, name: string) =>
  expect(listed(page, name).getByText(/^[\d.]+ (kB|MB)$/)).toBeVisible({ timeout: 60_000 })

/** Records the uploaded bytes. The function `left`, which `watch` adds to the page, returns them as text. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const kept: Blob[] = []
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) kept.push(body)
      send.call(this, body)
    }
    Object.assign(window, { left: () => new Blob(kept).text() })
  })
const left = (page: Page) => page.evaluate(() => (window as unknown as { left(): Promise<string> }).left())

/** Pastes or drops a photo that is too large, by dispatching an event on the page. */
const bring = (target: Locator, name: string, by: 'paste' | 'drop') =>
  target.evaluate(
    async (element, [called, type]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 600
      canvas.height = 400
      canvas.getContext('2d')?.fillRect(0, 0, 600, 400)
      const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
      const data = new DataTransfer()
      data.items.add(
        new File([small as Blob, new Uint8Array(11 * 1024 * 1024)], called as string, { type: 'image/jpeg' }),
      )
      const how = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data }),
      )
    },
    [name, by],
  )

test(
  'a photo above 10 MB is resized before the upload, upright and without location, when chosen, pasted or dropped',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const visitor = await openSignedIn(browser, product, ana)
    const { page } = visitor
    const files = async () => {
      const [entry] = (await ana.api.journal.list({})).items
      return entry ? (await ana.api.journal.get({ id: entry.id })).files : []
    }
    await watch(page)
    await page.goto('/dashboard/client/journal?entry=new')
    const field = page.getByRole('textbox', { name: uiText('journal:textLabel') })
    await field.click()
    await page.keyboard.type('The lake.')

    await test.step('chosen: the photo is upright, and its metadata is not uploaded', async () => {
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ ...lake, buffer: photo })
      await there(page, 'lake.jpg')
      const sent = await left(page)
      expect(sent.length).toBeGreaterThan(100_000)
      expect(sent).not.toContain('Exif')
      expect(sent).not.toContain('Altona')
    })

    await test.step('a pasted and a dropped photo are treated the same', async () => {
      await bring(field, 'pasted.jpg', 'paste')
      await expect(field.locator('img')).toBeVisible()
      // A picture that is part of the text is listed as a file only until it is ready.
      await expect(listed(page, 'pasted.jpg')).toHaveCount(0)
      await bring(page.getByRole('button', { name: uiText('file:add') }), 'dropped.jpg', 'drop')
      await there(page, 'dropped.jpg')
    })

    await test.step('a file that cannot be decoded is refused with the size limit', async () => {
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ ...lake, name: 'odd.jpg', buffer: Buffer.alloc(11 * 1024 * 1024, 'x') })
      await expect(listed(page, 'odd.jpg').getByText(uiText('file:problem.tooLarge', { size: '10 MB' }))).toBeVisible()
      await listed(page, 'odd.jpg')
        .getByRole('button', { name: uiText('file:act.remove', { name: 'odd.jpg' }) })
        .click()
    })

    await page.getByRole('button', { name: uiText('journal:done'), exact: true }).click()
    await expect(page.getByRole('region', { name: uiText('journal:list') })).toBeVisible()
    const kept = await files()
    expect(kept.map(({ name, state }) => [name, state])).toEqual([
      ['lake.jpg', 'ready'],
      ['pasted.jpg', 'ready'],
      ['dropped.jpg', 'ready'],
    ])
    // The photo was taken in portrait orientation, but the pixels of its original file are stored in landscape.
    expect(kept[0]).toMatchObject({ type: 'image/jpeg', width: 3072, height: 4096 })
    await expectNoErrors(visitor)
  },
)

test('a therapist attaches a photo above 10 MB to a task', { tag: '@deep' }, async ({ browser }) => {
  await practice.newClient('Mia', 'Brandt')
  const visitor = await openSignedIn(browser, product, practice.therapist)
  const { page } = visitor
  await page.goto('/dashboard/therapist/tasks')
  await page
    .getByRole('button', { name: uiText('tasks:act.assign') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: uiText('taskAssign:assign') })
  await dialog.getByRole('combobox', { name: uiTextPattern('sessionNew:clients') }).fill('Mia')
  await dialog.getByRole('option', { name: /^Mia / }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel(uiText('taskAssign:title')).fill('A lake to look at')
  await dialog.locator('input[type=file]').setInputFiles({ ...lake, buffer: photo })
  await there(dialog, 'lake.jpg')
  await dialog.getByRole('button', { name: uiText('taskAssign:submit'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expectNoErrors(visitor)
})
