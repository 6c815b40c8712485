import { expect, type Page } from '@playwright/test'
import {
  bookCall,
  callButton,
  expectMovingPicture,
  joinFromPage,
  letIntoCall,
  openPageOf,
  openRelayForJourney,
  readSafetyNumber,
  setUpCalls,
  testWithCamera as test,
} from './calls.ts'
import { phoneViewport } from './views.ts'

const calls = setUpCalls(openRelayForJourney)

/** Waits until all pages show the same safety number, and returns it. */
async function commonNumber(pages: readonly Page[]): Promise<string> {
  let numbers: string[] = []
  await expect(async () => {
    numbers = await Promise.all(pages.map(readSafetyNumber))
    expect(new Set(numbers).size, numbers.join()).toBe(1)
  }).toPass()
  return numbers[0] ?? ''
}

test('a couple and their therapist read one safety number, which changes when one of them comes or leaves', async ({
  browser,
}) => {
  const ana = await calls.practice.newClient('Ana', 'Moreau')
  const ben = await calls.practice.newClient('Ben', 'Moreau')
  const sessionId = await bookCall(calls.practice, [ana, ben], 'couples')
  const nora = await openPageOf(calls, browser, calls.practice.therapist)
  const [anaPage, benPage] = [await openPageOf(calls, browser, ana), await openPageOf(calls, browser, ben)]
  // Small windows, so that a busy machine has less to draw.
  for (const page of [anaPage, benPage]) await page.setViewportSize(phoneViewport)
  await joinFromPage(nora, sessionId)
  await joinFromPage(anaPage, sessionId, 'At home')
  await letIntoCall(nora, 'Ana Moreau')
  const numbers: string[] = []

  await test.step('two of them read one number', async () => {
    await Promise.all([expectMovingPicture(anaPage, 'Nora Lindqvist'), expectMovingPicture(nora, 'Ana')])
    numbers.push(await commonNumber([nora, anaPage]))
  })

  await test.step('the third comes: all three see each other and read another number', async () => {
    await joinFromPage(benPage, sessionId, 'At the office')
    await letIntoCall(nora, 'Ben Moreau')
    await Promise.all([
      expectMovingPicture(nora, 'Ben'),
      expectMovingPicture(anaPage, 'Ben'),
      expectMovingPicture(benPage, 'Ana'),
      expectMovingPicture(benPage, 'Nora Lindqvist'),
    ])
    numbers.push(await commonNumber([nora, anaPage, benPage]))
  })

  await test.step('the third leaves, and the others read another number', async () => {
    await callButton(benPage, 'call:leave').click()
    await expect(anaPage.locator('video[aria-label="Ben"]')).toHaveCount(0)
    await expect(nora.locator('video[aria-label="Ben"]')).toHaveCount(0)
    numbers.push(await commonNumber([nora, anaPage]))
    expect(new Set(numbers).size).toBe(3)
  })
})
