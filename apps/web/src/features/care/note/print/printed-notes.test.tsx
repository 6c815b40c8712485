import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { anaId, benId, coupleSession, mockParts } from '../parts/parts.testing.tsx'
import { partDraftName } from '../session-note/note-part.ts'
import { PrintedParts, type TextsAtPrint } from './PrintedNotes.tsx'

afterEach(() => vi.unstubAllGlobals())

const signedAt = '2026-11-19T11:08:00Z'
const addenda = [{ id: 'a', text: 'He called later.', at: '2026-11-20T09:00:00Z' }]

/** Prints the note of a session with Ana and Ben, and returns the texts below each heading of a part. */
async function print(
  id: string,
  changes: Parameters<typeof mockParts>[1],
  { textsNow = null, ben = {} }: { textsNow?: TextsAtPrint; ben?: Parameters<typeof coupleSession>[1] } = {},
) {
  mockParts(id, changes)
  await renderPage(<PrintedParts session={coupleSession(id, ben)} signer="Nora Lindqvist" textsNow={textsNow} />)
  await screen.findByRole('heading', { level: 2, name: 'Ana Moreau' })
  return screen.getAllByRole('heading', { level: 2 }).map((heading) => {
    const part = heading.closest('section')
    if (!part) throw new Error('a heading is in a part')
    return [heading.textContent, part] as const
  })
}
const unsigned = uiText('note:print.unsigned')

test('the shared part and the parts of two people are printed below their names, each with its addenda and signature', async () => {
  const printed = await print(crypto.randomUUID(), [
    { clientId: null, change: { text: 'They came late.' } },
    { clientId: anaId, change: { text: 'Ana was calm.' } },
    { clientId: benId, change: { text: 'Ben was quiet.', signedAt, addenda } },
  ])
  expect(printed.map(([title]) => title)).toEqual([uiText('note:parts.shared'), 'Ana Moreau', 'Ben Moreau'])
  const [shared, ana, ben] = printed.map(([, part]) => part)
  if (!shared || !ana || !ben) throw new Error('three parts are printed')
  expect(within(shared).getByText('They came late.')).toBeTruthy()
  expect(within(ana).getByText('Ana was calm.')).toBeTruthy()
  for (const part of [shared, ana]) expect(within(part).getByText(unsigned)).toBeTruthy()
  expect(ana.textContent).not.toContain('Ben')
  expect(within(ben).getByText('Ben was quiet.')).toBeTruthy()
  expect(within(ben).getByRole('heading', { level: 3, name: uiTextPattern('note:print.addendum') })).toBeTruthy()
  expect(within(ben).getByText('He called later.')).toBeTruthy()
  expect(within(ben).getByText(uiTextPattern('note:print.signed', { name: 'Nora Lindqvist', when: /.+/ }))).toBeTruthy()
})

test('an empty shared part and the empty part of who was absent are not printed, but that of who was there is', async () => {
  const printed = await print(crypto.randomUUID(), [], { ben: { attendance: 'absent' } })
  expect(printed.map(([title]) => title)).toEqual(['Ana Moreau'])
  expect(screen.getByText(uiText('note:print.none'))).toBeTruthy()
})

test('what is not saved yet is printed, except in a part that was signed meanwhile', async () => {
  const id = crypto.randomUUID()
  const nameOf = (clientId: string) => partDraftName('note', { sessionId: id, clientId })
  const textsNow = { [nameOf(anaId)]: 'Ana was calm today.', [nameOf(benId)]: 'Never saved.' }
  const changes = [
    { clientId: anaId, change: { text: 'Ana was' } },
    { clientId: benId, change: { text: 'Ben was quiet.', signedAt } },
  ]
  await print(id, changes, { textsNow })
  expect(screen.getByText('Ana was calm today.')).toBeTruthy()
  expect(screen.getByText('Ben was quiet.')).toBeTruthy()
  expect(screen.queryByText('Never saved.')).toBeNull()
})
