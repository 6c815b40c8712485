import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { HeldItems } from './HeldItems.tsx'
import { HeldOfPractice } from './HeldOfPractice.tsx'

afterEach(() => vi.unstubAllGlobals())

const dueAt = '2026-11-19T10:00:00.000Z'
const mail = { id: sampleId, kind: 'mail', detail: 'session-moved', recipient: 'Ana Moreau', dueAt }
const calendar = { id: otherSampleId, kind: 'calendar', detail: '', recipient: '', dueAt }
const label = uiText('outbox:kinds.session-moved')

async function showHeld(answers: Record<string, (input: never) => unknown> = {}, items: unknown[] = [mail, calendar]) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'restore/held': () => ({ items, count: items.length }),
    'restore/decide': () => ({ done: true }),
    ...answers,
  })
  await renderPage(
    <>
      <HeldItems />
      <Toasts />
    </>,
  )
  return inputsOf
}
const section = async () => screen.findByRole('region', { name: new RegExp(`^${uiText('held:title')}`) })

test('an email that is held is shown with its recipient, and is sent on its own', async () => {
  const sent = await showHeld()
  const what = `${label}, Ana Moreau`
  await screen.findByText(uiText('held:to', { name: 'Ana Moreau' }))
  fireEvent.click(screen.getByRole('button', { name: uiText('held:sendOf', { what }) }))
  await waitFor(() => expect(sent('restore/decide')).toEqual([{ ids: [sampleId], decision: 'send' }]))
})

test('everything that is shown is dropped together', async () => {
  const sent = await showHeld()
  fireEvent.click(await screen.findByRole('button', { name: uiText('held:dropAll') }))
  await waitFor(() => expect(sent('restore/decide')).toEqual([{ ids: [sampleId, otherSampleId], decision: 'drop' }]))
})

test('a calendar is resumed instead of sent', async () => {
  await showHeld()
  const what = uiText('held:labels.calendar')
  await screen.findByRole('button', { name: uiText('held:resumeOf', { what }) })
})

test('a decision that cannot be saved says that nothing was sent', async () => {
  await showHeld({ 'restore/decide': () => refusalResponse(404, 'NOT_FOUND') })
  fireEvent.click(await screen.findByRole('button', { name: uiText('held:sendAll') }))
  await screen.findByText(uiText('held:failed'))
})

test('an admin sees numbers by kind and decides only about those of the practice', async () => {
  const kinds = [
    { kind: 'mail', practice: 2, therapists: 5 },
    { kind: 'text', practice: 0, therapists: 1 },
  ]
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'restore/heldOfPractice': () => ({ restore: { dataOf: dueAt, restoredAt: dueAt, kinds } }),
    'restore/decideForPractice': () => ({ done: true }),
  })
  await renderPage(<HeldOfPractice />)
  const shown = within(await section())
  expect(shown.getByText(uiText('held:practice.own_other', { count: '2' }))).toBeTruthy()
  expect(shown.getByText(uiText('held:practice.therapists_other', { count: '5' }))).toBeTruthy()
  expect(shown.getAllByRole('button')).toHaveLength(2)
  fireEvent.click(shown.getByRole('button', { name: uiText('held:dropOf', { what: uiText('held:kinds.mail') }) }))
  await waitFor(() => expect(inputsOf('restore/decideForPractice')).toEqual([{ kind: 'mail', decision: 'drop' }]))
})
