import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const everything = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What can go wrong in one colour scheme and be right in the other, the page being the same. */
const ofColours = ['color-contrast', 'link-in-text-block']
export type Rules = 'everything' | 'colours'

/** What axe finds, and by how many pixels the page is wider than the screen. */
export async function judge(page: Page, within = 'body', rules: Rules = 'everything') {
  // Once for each document: the source is half a megabyte.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly: RunOptions['runOnly'] =
    rules === 'everything' ? { type: 'tag', values: everything } : { type: 'rule', values: ofColours }
  // The one rule that reads style sheets is an experiment and not among these.
  const preload = { assets: ['media' as const] }
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload }
  const found = await page.evaluate(
    async ({ within, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    { within, options },
  )
  return { found, beyond: await widerBy(page) }
}

/** By how many pixels the page is wider than the screen. */
export const widerBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
