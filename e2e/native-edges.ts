import type { Page } from '@playwright/test'
import type { NativeDevice } from './native-device.ts'

/** The heights in pixels of the areas that the system covers: the status bar and the home bar of a phone. */
export const systemAreas = { top: 47, bottom: 34 }

/** Tells the device's current and later pages which areas the system covers, like Capacitor. */
export async function setSystemAreas(device: NativeDevice): Promise<void> {
  await device.context.addInitScript(tellAreas, systemAreas)
  await device.page.evaluate(tellAreas, systemAreas)
}

function tellAreas({ top, bottom }: typeof systemAreas): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:root { --safe-area-inset-top: ${top}px; --safe-area-inset-bottom: ${bottom}px; }`)
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Returns the visible texts and controls that the system areas cover; empty if there are none. Leaves out those at the bottom that can be scrolled
 * into view, unless `isAtEnd`.
 */
export const elementsBehindSystemAreas = (page: Page, isAtEnd: boolean): Promise<string[]> =>
  page.evaluate(
    ([{ top, bottom }, end]) => {
      const lower = innerHeight - bottom
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
        const isAbove =
          box.from < top - 1 && box.to > 0 && isSeen(element, box, Math.max(box.from, 0), Math.min(box.to, top))
        const isBelow =
          end && box.to > lower + 1 && isSeen(element, box, Math.max(box.from, lower), Math.min(box.to, innerHeight))
        if (!isAbove && !isBelow) continue
        const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
        found.push(`${element.tagName.toLowerCase()} '${text}' from ${Math.round(box.from)} to ${Math.round(box.to)}`)
      }
      return found
    },
    [systemAreas, isAtEnd] as const,
  )
