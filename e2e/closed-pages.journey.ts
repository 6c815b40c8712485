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

/**
 * The number of times that each editor's page is closed. With ATTUNE_RUNS=most, more than 200 pages are closed, which takes 20 minutes on two busy
 * cores.
 */
const closings = runs(1, 4, 20)

const textOf = (field: Locator) =>
  field.evaluate((element) =>
    (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      ? element.value
      : (element.textContent ?? '')
    ).replaceAll('\u00a0', ' '),
  )

/** The ways in which a page can end. Each returns the page on which the person continues. */
const ends = [
  async (page: Page) => {
    const next = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    return next
  },
  (page: Page) => page.goto('about:blank').then(() => page),
  (page: Page) => page.reload().then(() => page),
]

/** Makes WebCrypto as slow as on a busy phone, where it answers after the page has ended. */
function slowDownEncryption() {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
  crypto.subtle.encrypt = async (...input) => {
    await new Promise((resolve) => window.setTimeout(resolve, Math.random() * 400))
    return encrypt(...input)
  }
}

/** Types into a field and closes its page at a random moment after the last key, repeatedly. Returns the lost texts. */
async function typeAndEnd({ page: first }: Visitor, editor: WrittenField, rounds: number): Promise<string[]> {
  const lost: string[] = []
  let page = await first.context().newPage()
  let expected: string | null = null
  for (let round = 0; round <= rounds; round++) {
    const field = await openField(page, editor)
    const text = await textOf(field)
    if (expected !== null && text !== expected) lost.push(`round ${round}: ${expected} became ${text}`)
    if (round === rounds) break
    await field.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(` ${round} last`)
    expected = `${text} ${round} last`
    // Half of the pages end right after the last key.
    if (Math.random() < 0.5) await setTimeout(Math.random() * 300)
    page = (await ends[round % ends.length]?.(page)) ?? page
  }
  await page.close()
  return lost
}

test(
  'in every editor, a page that ends at any moment after the last key loses no character [2.14, 5.06]',
  { tag: ['@runs', '@deep'] },
  async ({ browser }) => {
    const editors = await prepareEditors(practice, ana)
    const endPages = async (visitor: Visitor, whose: WrittenField['whose']) => {
      const context = visitor.page.context()
      // The server never gets the text, so the next page can only show a text that was stored on the device.
      await context.route(/\/api\/\w+\/save/, (route) => route.abort())
      await context.addInitScript(slowDownEncryption)
      await visitor.page.goto('/dashboard')
      for (const editor of editors.filter((one) => one.whose === whose))
        await test.step(editor.name, async () =>
          expect(await typeAndEnd(visitor, editor, closings), editor.name).toEqual([]),
        )
      await expectNoErrors(visitor)
    }
    await Promise.all([
      endPages(await openSignedIn(browser, product, ana, { plain: true }), 'client'),
      endPages(await openSignedIn(browser, product, practice.therapist, { plain: true }), 'therapist'),
    ])
  },
)
