import { expect, test, type Locator, type Page } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import { runs } from '../packages/contract/src/common/runs.testing.ts'
import { openField, prepareEditors, type WrittenField } from './closed-pages.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors, type Visitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: runs(180_000, 1_800_000) })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const textOf = (field: Locator) =>
  field.evaluate((element) =>
    (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      ? element.value
      : (element.textContent ?? '')
    ).replaceAll('\u00a0', ' '),
  )

const ends = [
  (page: Page) => page.close({ runBeforeUnload: false }),
  (page: Page) => page.goto('about:blank').then(() => page.close()),
  (page: Page) => page.reload().then(() => page.close()),
]

/** Types into a field, ends the page at a random moment after the last key, and returns what the next page shows. */
async function typeAndEnd(visitor: Visitor, editor: WrittenField, round: number) {
  const context = visitor.page.context()
  const page = await context.newPage()
  const field = await openField(page, editor)
  await field.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(` ${round} last`)
  const typed = await textOf(field)
  // Half of the pages end right after the last key.
  if (Math.random() < 0.5) await setTimeout(Math.random() * 300)
  await ends[round % ends.length]?.(page)
  const next = await context.newPage()
  const restored = await textOf(await openField(next, editor))
  await next.close()
  return { typed, restored }
}

test('in every editor, a page that ends at any moment after the last key loses no character [2.14, 5.06]', async ({
  browser,
}) => {
  const editors = await prepareEditors(practice, ana)
  const visitors = {
    client: await openSignedIn(browser, product, ana, { plain: true }),
    therapist: await openSignedIn(browser, product, practice.therapist, { plain: true }),
  }
  for (const { page } of Object.values(visitors)) {
    // The server never has the text, so what the next page shows was on the device.
    await page.context().route(/\/api\/\w+\/save/, (route) => route.abort())
    await page.goto('/dashboard')
  }
  for (const editor of editors) {
    await test.step(editor.name, async () => {
      const visitor = visitors[editor.whose]
      const lost: string[] = []
      for (let round = 1; round <= runs(1, 20); round++) {
        const { typed, restored } = await typeAndEnd(visitor, editor, round)
        expect(typed).toContain(` ${round} last`)
        if (restored !== typed) lost.push(`round ${round}: ${typed} became ${restored}`)
      }
      expect(lost).toEqual([])
    })
  }
  await expectNoErrors(visitors.client, visitors.therapist)
})
