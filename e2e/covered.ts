import type { Locator, Page } from '@playwright/test'

/** A horizontal band across the whole screen. `from` and `to` are its upper and lower edge in pixels. */
export type Band = [from: number, to: number]

/** Returns the texts and controls that would be visible in the bands if nothing covered them; empty if there are none. */
export const elementsInBands = (page: Page, bands: Band[]): Promise<string[]> =>
  page.evaluate((within) => {
    /** Returns whether an element shows text or is a control. */
    const matters = (element: Element) =>
      element.matches('a, button, input, select, textarea, svg, img, [role=slider], [contenteditable]') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    /** Returns the visible rectangle of an element, without the parts that surrounding elements clip. */
    const shownPart = (element: Element) => {
      const { left, width, ...box } = element.getBoundingClientRect().toJSON() as DOMRect
      let [from, to] = [box.top, box.bottom]
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around === document.documentElement || getComputedStyle(around).overflowY === 'visible') continue
        const inside = around.getBoundingClientRect().top + around.clientTop
        ;[from, to] = [Math.max(from, inside), Math.min(to, inside + around.clientHeight)]
      }
      return { left, width, from, to }
    }
    /** Returns whether the element is visible at one of several points between two heights. */
    const isSeen = (element: Element, { left, width }: { left: number; width: number }, from: number, to: number) =>
      [0.1, 0.5, 0.9].some((share) => {
        const seen = document.elementFromPoint(left + width * share, (from + to) / 2)
        return seen !== null && (element === seen || element.contains(seen))
      })
    const found: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!matters(element) || element.closest('[aria-hidden=true], .mantine-VisuallyHidden-root')) continue
      const box = shownPart(element)
      if (box.width < 2 || box.to - box.from < 2) continue
      const isWithin = ([from, to]: Band) =>
        box.from < to - 1 && box.to > from + 1 && isSeen(element, box, Math.max(box.from, from), Math.min(box.to, to))
      if (!within.some(isWithin)) continue
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      found.push(`${element.tagName.toLowerCase()} '${text}' from ${Math.round(box.from)} to ${Math.round(box.to)}`)
    }
    return found
  }, bands)

/**
 * Returns the texts and controls that stay covered by a fixed part of the page, however far the page is scrolled. For a part in the upper half of the
 * screen, checks the page at its start; for a part in the lower half, at its end. `inPart` is an element inside the fixed part.
 */
export async function elementsBehind(page: Page, inPart: Locator): Promise<string[]> {
  const part = await inPart.evaluateHandle((element) => {
    let around: Element | null = element
    while (around && getComputedStyle(around).position !== 'fixed') around = around.parentElement
    if (!(around instanceof HTMLElement)) throw new Error('no part of the page around the element is fixed')
    return around
  })
  const { band, isUpper } = await part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    element.style.visibility = 'hidden'
    const covered: Band = [top, bottom]
    return { band: covered, isUpper: top + bottom < innerHeight }
  })
  await scrollEverything(page, isUpper ? 'start' : 'end')
  const covered = await elementsInBands(page, [band])
  await scrollEverything(page, 'start')
  await part.evaluate((element) => element.style.removeProperty('visibility'))
  return covered
}

/** Scrolls the page, and everything in it that scrolls, to its start or end. */
const scrollEverything = (page: Page, to: 'start' | 'end') =>
  page.evaluate((where) => {
    for (const element of [document.documentElement, ...document.body.querySelectorAll('*')])
      if (element.scrollHeight > element.clientHeight) element.scrollTop = where === 'end' ? element.scrollHeight : 0
  }, to)
