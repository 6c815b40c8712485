import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, and by how many pixels the page is wider than the screen. */
export async function judge(page: Page, within = 'body') {
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(rules).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  return { found, beyond: await widerBy(page) }
}

/** By how many pixels the page is wider than the screen. */
export const widerBy = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
