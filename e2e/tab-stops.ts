import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab (or Shift+Tab) until the element has the focus, and checks its focus ring. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible()
  await focusByTab(page, wanted, key)
  await expectFocusRing(wanted)
}

/** Presses Tab (or Shift+Tab) until the element has the focus. */
export async function focusByTab(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  // After the last tab stop the focus leaves the page, and the next press returns it.
  const there = () => wanted.evaluate((node) => node === document.activeElement && document.hasFocus())
  for (let presses = 0; presses < 60 && !(await there()); presses++) await page.keyboard.press(key)
  await expect(wanted).toBeFocused()
}

/** Checks that the focused element, an element around it or its label has a visible outline of two pixels. */
export async function expectFocusRing(wanted: Locator) {
  const width = await wanted.evaluate((node) => {
    const around = [node, node.nextElementSibling, node.parentElement, node.parentElement?.parentElement]
    const ring = (one: Element | null | undefined) => {
      if (!one) return 0
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    }
    return Math.max(...around.map(ring))
  })
  expect(width, `focus ring of ${wanted.toString()}`).toBeGreaterThanOrEqual(2)
}
