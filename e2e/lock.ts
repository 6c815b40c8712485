import { expect, type Page } from '@playwright/test'
import { uiText } from './ui-text.ts'
import { visitorPassword } from './visitor.ts'

/** Returns the title of the lock that covers a page. */
export const lockTitle = (page: Page) => page.getByText(uiText('reauthentication:lock.title'))

/**
 * Leaves a page with a fake clock idle for 31 minutes, and waits until it is locked. First waits for the idle timer's code, which loads after the
 * page is drawn.
 */
export async function leaveAlone(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('attune-idle-')))
  await page.clock.fastForward('31:00')
  await expect(lockTitle(page)).toBeVisible()
}

/** Unlocks a page with the password, and waits until the lock screen is gone. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.keyboard.press('Enter')
  await expect(lockTitle(page)).toBeHidden()
}

/** Calls the server as this browser does. Returns the status of the response, and the code of the refusal; null if the call was not refused. */
export const callServer = (page: Page): Promise<[number, string | null]> =>
  page.evaluate(async () => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')?.content ?? ''
    const headers = { 'content-type': 'application/json', 'x-attune-key': key }
    const answer = await fetch('/api/account/me', { method: 'POST', headers, body: '{}' })
    return [answer.status, ((await answer.json()) as { code?: string }).code ?? null]
  })
