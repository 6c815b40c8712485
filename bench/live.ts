import type { Page } from '@playwright/test'
import { createDatedId } from '@attune/contract/common/dated-id'
import { median, quantile } from './load.ts'
import { openDashboard, withPages } from './page.ts'
import { headersOf, ids } from './practice.ts'
import { requestStart } from './requests.ts'

/** The number that identifies the therapist and the client of the session that changes. */
const person = 9

/**
 * Milliseconds from the moment at which a therapist's browser starts to send a change until the client's page shows it. `first`: for a change after a
 * second without changes. `next`: for a change that follows as soon as the first is shown.
 */
export type LiveFigures = { changes: number; first: { p50: number; p95: number }; next: { p50: number; p95: number } }

/** Measures the time from a change of a session until the other person's screen shows it. */
export const measureLiveChanges = (changes: number): Promise<LiveFigures> =>
  withPages(
    async () => {},
    async (browser, practice, address) => {
      const headers = headersOf(practice, address, 'therapist', person)
      const ask = async (path: string, input: object) => {
        const answer = await fetch(`${address}/api/session/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { revision: number }
      }
      const id = createDatedId()
      const session = { id, clientIds: [ids.record(person)], startsAt: requestStart(0), format: 'in-person' }
      let { revision } = await ask('plan', session)
      const { context, page } = await openDashboard(browser, practice, address, person, 'client')
      const show = async (location: string) => {
        const shown = shownAt(page, location)
        await page.evaluate(() => null)
        const begun = Date.now()
        const edit = { id, command: createDatedId(), format: 'in-person', location, videoUrl: null, revision }
        ;({ revision } = await ask('edit', edit))
        return (await shown) - begun
      }
      const times = { first: [] as number[], next: [] as number[] }
      try {
        await page.goto(`${address}/dashboard/client/sessions/session-details?id=${id}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        for (let change = 0; change < changes; change++) {
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          times.first.push(await show(`Room ${change}`))
          times.next.push(await show(`Hall ${change}`))
        }
      } finally {
        await context.close()
      }
      const of = (all: number[]) => ({
        p50: median(all),
        p95: quantile(
          all.toSorted((a, b) => a - b),
          0.95,
        ),
      })
      return { changes, first: of(times.first), next: of(times.next) }
    },
  )

/** Returns the time of the first frame in which the page shows a text. */
const shownAt = (page: Page, words: string) =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => document.body.innerText.includes(text) && requestAnimationFrame(() => resolve(Date.now()))
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
    words,
  )
