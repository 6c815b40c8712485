import { expect, type Page } from '@playwright/test'
import { uiText } from './ui-text.ts'
import { visitorPassword } from './visitor.ts'

/** Returns the title of the lock that covers a page. */
export const lockTitle = (page: Page) => page.getByText(uiText('reauthentication:lock.title'))

/** Unlocks a page with the password, and waits until its lock is gone. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.keyboard.press('Enter')
  await expect(lockTitle(page)).toBeHidden()
}

/** Calls the server as this browser does. Returns the status and the code of the answer; no code if it was not refused. */
export const callServer = (page: Page): Promise<[number, string | null]> =>
  page.evaluate(async () => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="attune-key"]')?.content ?? ''
    const headers = { 'content-type': 'application/json', 'x-attune-key': key }
    const answer = await fetch('/api/account/me', { method: 'POST', headers, body: '{}' })
    return [answer.status, ((await answer.json()) as { code?: string }).code ?? null]
  })
