import type { Page } from '@playwright/test'
import { type Band, elementsInBands } from './covered.ts'
import type { NativeDevice } from './native-device.ts'

/** The heights in pixels of the areas that the system covers: the status bar and the home bar of a phone. */
export const systemAreas = { top: 47, bottom: 34 }

/** Sets the areas that the system covers in the device's current and later pages, as Capacitor does. */
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
 * Returns the visible texts and controls that the system areas cover; empty if there are none. Checks the bottom area only if `isAtEnd`, because
 * content there could otherwise still be scrolled into view.
 */
export async function elementsBehindSystemAreas(page: Page, isAtEnd: boolean): Promise<string[]> {
  const height = await page.evaluate(() => innerHeight)
  const lower: Band[] = isAtEnd ? [[height - systemAreas.bottom, height]] : []
  return elementsInBands(page, [[0, systemAreas.top], ...lower])
}
