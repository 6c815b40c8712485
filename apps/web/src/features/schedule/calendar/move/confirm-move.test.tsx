import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleId, sampleSession, signedInAnswers } from '../../session/session.testing.ts'
import type { CalendarItem } from '../item/items.ts'
import { CalendarTextContext } from '../item/text-context.ts'
import { ConfirmMoveCard } from './ConfirmMoveCard.tsx'
import { useCalendarText } from '../item/use-calendar-text.ts'
import { useMoveItem } from './use-move-item.ts'

// jsdom has no ResizeObserver.
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

const session = sampleSession('therapist')
const item: CalendarItem = {
  kind: 'session',
  hasTypeColor: false,
  session,
  id: session.id,
  startUtc: session.startsAt,
  endUtc: session.endsAt,
  name: 'Ana M.',
  appearance: 'agreed',
  status: 'confirmed',
  repeats: false,
  movable: true,
}
const moved = { id: item.id, startUtc: '2099-11-26T12:00:00.000Z', endUtc: '2099-11-26T12:50:00.000Z' }
const longer = { id: item.id, startUtc: item.startUtc, endUtc: '2099-11-26T11:30:00.000Z' }

function Card({ draft, isOutside }: { draft: typeof moved; isOutside: boolean }) {
  const calendarText = useCalendarText('therapist', 'UTC')
  const move = useMoveItem(() => {})
  return (
    <CalendarTextContext value={calendarText}>
      <ConfirmMoveCard
        item={item}
        draft={draft}
        initials={false}
        found={null}
        isOutside={isOutside}
        onKeep={(wanted) => move.mutate(wanted)}
        onDates={() => {}}
        onBack={() => {}}
      />
      <Toasts />
    </CalendarTextContext>
  )
}

async function show(draft: typeof moved, conflict: boolean, isOutside = false) {
  const other = { kind: 'session', sessionId: sampleId, name: 'Leo B.', startsAt: item.startUtc, endsAt: item.endUtc }
  mockServer({
    ...signedInAnswers('therapist'),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'UTC', language: 'en' }),
    'calendar/conflicts': () => ({ items: conflict ? [other] : [] }),
    'session/move': () => ({ ...session, revision: 4 }),
  })
  return renderPage(<Card draft={draft} isOutside={isOutside} />)
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('the toast after a change of duration does not say that the session was moved @slow', async () => {
  const { unmount } = await show(longer, false)
  await press(uiText('calendar:move.keepLength'))
  await screen.findByText(uiText('calendar:move.resized', { name: 'Ana' }))
  unmount()
  await show(moved, false)
  await press(uiText('calendar:move.keep'))
  await screen.findByText(uiText('calendar:move.moved', { name: 'Ana' }))
})

test('with a conflict, the confirm button still says whether it moves the session or changes its duration', async () => {
  const { unmount } = await show(longer, true)
  await screen.findByRole('button', { name: uiText('calendar:move.keepLengthAnyway') })
  unmount()
  await show(moved, true)
  await waitFor(() => expect(screen.getByRole('button', { name: uiText('calendar:move.moveAnyway') })).toBeTruthy())
})

test.each([
  { state: 'free', conflict: false, button: 'keep', variant: 'filled' },
  { state: 'taken', conflict: true, button: 'moveAnyway', variant: 'default' },
] as const)('if the new time is $state, the button that moves the session is $variant', async (expected) => {
  await show(moved, expected.conflict)
  const button = await screen.findByRole('button', { name: uiText(`calendar:move.${expected.button}`) })
  expect(button.dataset.variant).toBe(expected.variant)
})

test('a move outside the availability says so, and can be made or left', async () => {
  const { unmount } = await show(moved, false)
  await screen.findByRole('button', { name: uiText('calendar:move.keep') })
  expect(screen.queryByText(uiText('calendar:move.outside'))).toBeNull()
  unmount()
  await show(moved, false, true)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(uiText('calendar:move.outside') + uiText('calendar:move.outsideText'))
  expect(screen.getByRole('button', { name: uiText('calendar:move.back') })).toBeTruthy()
  await press(uiText('calendar:move.keep'))
  await screen.findByText(uiText('calendar:move.moved', { name: 'Ana' }))
})
