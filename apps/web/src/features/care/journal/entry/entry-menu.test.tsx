import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { EntryMenu } from './EntryMenu.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const press = async (role: 'button' | 'menuitem', name: string) =>
  fireEvent.click(await screen.findByRole(role, { name }))

async function moveToTrash(shares: object[]) {
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'client', need: null } }),
    'journal/trash': () => ({ done: true }),
    'journal/restore': () => ({ done: true }),
  })
  const entry = { id, shares } as unknown as JournalEntryDetail
  const { unmount } = await renderPage(
    <>
      <EntryMenu entry={entry} onGone={() => {}} />
      <Toasts />
    </>,
  )
  await press('button', uiText('journal:entryMenu'))
  await press('menuitem', uiText('journal:bin.move'))
  return { calls, unmount }
}

test('after a deletion, the toast offers to undo it, as a private entry if it was shared', async () => {
  const { unmount } = await moveToTrash([])
  await screen.findByRole('button', { name: uiText('journal:bin.undo') })
  unmount()
  const { calls } = await moveToTrash([{}])
  await press('button', uiText('journal:bin.move'))
  await press('button', uiText('journal:bin.restore'))
  await screen.findByText(uiText('journal:bin.restored'))
  expect(calls.map(({ path }) => path)).toContain('journal/restore')
})
