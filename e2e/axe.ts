import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules of axe that run only if they are enabled by name. */
const experimental = { 'label-content-name-mismatch': { enabled: true } }
/** The rules with a result that depends on the color scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']
export type AxeRules = 'everything' | 'colours'

/** Returns the violations that axe finds, and the number of pixels by which the page is wider than the screen. */
export async function runAxe(page: Page, within = 'body', rules: AxeRules = 'everything') {
  // The source of axe is half a megabyte, so it is injected only once per document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly: RunOptions['runOnly'] =
    rules === 'everything' ? { type: 'tag', values: everything } : { type: 'rule', values: colourRules }
  // Style sheets are not preloaded, because only an experimental rule reads them, and this rule is not used here.
  const preload = { assets: ['media' as const] }
  const rulesToo = rules === 'everything' ? { rules: experimental } : {}
  const options: RunOptions = { runOnly, ...rulesToo, resultTypes: ['violations'], preload }
  const found = await page.evaluate(
    async ({ within, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    },
    { within, options },
  )
  return { found, beyond: await horizontalOverflow(page) }
}

/**
 * Returns the texts that are clipped because an element around them hides its overflow. Texts that end with an ellipsis, that can be scrolled or
 * that are only for screen readers are not reported.
 */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      const { right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      for (let around = texts.currentNode.parentElement; around; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around)
        if (/auto|scroll/.test(overflowX) || around.clientWidth === 1) break
        if (overflowX === 'visible' || right <= around.getBoundingClientRect().right + 1) continue
        if (textOverflow !== 'ellipsis') found.push(range.toString())
        break
      }
    }
    return found
  })

/** Returns the number of pixels by which the page is wider than the screen. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
