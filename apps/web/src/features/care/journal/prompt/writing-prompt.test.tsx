import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { WritingPrompt } from './WritingPrompt.tsx'

const userId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns the set of questions that the page offers at a local time. */
async function promptsAt(now: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  mockServer({
    'login/session': () => ({ login: { userId, role: 'client', need: null } }),
    'account/me': () => ({
      id: userId,
      role: 'client',
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: 'en',
    }),
    'journal/settings': () => ({ prompts: true }),
  })
  const { container, unmount } = await renderPage(<WritingPrompt onUse={() => null} />)
  const another = await screen.findByRole('button', { name: uiText('journalPrompts:another') })
  const seen = new Set<string>()
  for (let turn = 0; turn < 15; turn++) {
    seen.add(container.querySelector('p')?.textContent ?? '')
    fireEvent.click(another)
  }
  unmount()
  return seen
}

test('the writing prompts fit the time of day, such as none about the past day in the morning', async () => {
  const [morning, afternoon, evening] = [
    await promptsAt('2026-11-20T10:30:00'),
    await promptsAt('2026-11-20T15:00:00'),
    await promptsAt('2026-11-20T21:00:00'),
  ]
  const [easier, sleep, tonight] = (['1', '13', '12'] as const).map((key) => uiText(`journalPrompts:questions.${key}`))
  expect([...morning]).toEqual(expect.arrayContaining([sleep]))
  expect(morning.has(easier ?? '')).toBe(false)
  expect(morning.has(tonight ?? '')).toBe(false)
  expect(afternoon.has(easier ?? '')).toBe(true)
  expect(afternoon.has(tonight ?? '')).toBe(false)
  expect(evening.has(tonight ?? '')).toBe(true)
  expect(evening.has(sleep ?? '')).toBe(false)
})
