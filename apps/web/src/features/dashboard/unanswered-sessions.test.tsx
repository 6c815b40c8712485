import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { sampleSession } from '../session/session.testing.ts'
import { UnansweredSessions } from './UnansweredSessions.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a series is one row with its number of sessions, and the title also counts the rows that are not shown', async () => {
  const session = sampleSession('therapist', { status: 'scheduled' })
  const { fetched } = mockServer({ 'session/unanswered': () => ({ items: [{ session, dates: 8 }], total: 3 }) })
  vi.stubGlobal('fetch', fetched)
  await renderPage(<UnansweredSessions />)
  const title = await screen.findByRole('heading')
  expect(title.textContent).toBe(`${uiText('dashboard:answers.title')} 3`)
  expect(screen.getAllByText(/Ana M/)).toHaveLength(1)
  expect(
    screen.getByText((text) => text.endsWith(uiText('dashboard:answers.sessions_other', { count: '8' }))),
  ).toBeTruthy()
  expect(screen.getByText(uiText('dashboard:answers.more', { count: '2' }))).toBeTruthy()
})
