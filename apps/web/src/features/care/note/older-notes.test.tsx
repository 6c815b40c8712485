import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../../platform/api/api.ts'
import { failureResponse, mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { OlderNotes } from './OlderNotes.tsx'

afterEach(() => vi.unstubAllGlobals())

const mark = async () => {
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:older.open') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:older.submit') }))
}
const page = () => (
  <>
    <OlderNotes />
    <Toasts />
  </>
)

test('older notes are marked as not needed, and undo sends the time that applied before @slow', async () => {
  const sent: unknown[] = []
  mockServer({
    'note/setNeededFrom': (input) => {
      sent.push(input)
      return { neededBefore: null }
    },
  })
  await renderPage(page())
  await mark()
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:older.undo') }))
  await waitFor(() => expect(sent).toEqual([{ neededFrom: expect.any(String) }, { neededFrom: null }]))
})

test('the list of clients is read again, because it names the notes to write @slow', async () => {
  mockServer({ 'note/setNeededFrom': () => ({ neededBefore: null }) })
  const { client } = await renderPage(page())
  const queryKey = orpc.client.list.queryKey({ input: {} })
  client.setQueryData(queryKey, { items: [], next: null, counts: null })
  await mark()
  await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})

test('a failed change keeps the dialog open and says that nothing was changed', async () => {
  mockServer({ 'note/setNeededFrom': () => failureResponse() })
  await renderPage(page())
  await mark()
  expect(await screen.findByText(uiText('note:older.failed'))).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})
