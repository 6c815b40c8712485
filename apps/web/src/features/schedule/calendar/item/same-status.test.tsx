import type { Session } from '@attune/contract/features/schedule/session/session'
import { sessionStatuses, type ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { SessionStatusBadge } from '../../session/session.ts'
import { sampleSession } from '../../session/session.testing.ts'
import { calendarItems } from './items.ts'
import { useCalendarText } from './use-calendar-text.ts'

type Props = { session: Session; viewer: ViewerRole }

/** Shows a session with the badge of the lists and with the text of the calendar. */
function BothStatuses({ session, viewer }: Props) {
  const calendarText = useCalendarText(viewer, 'Europe/Berlin')
  const [item] = calendarItems(
    { sessions: [session] },
    { viewer, initials: false, texts: calendarText.names, now: new Date(0) },
  )
  const isAmber = item?.appearance === 'asked' || item?.appearance === 'requested'
  return (
    <div data-testid="both">
      <SessionStatusBadge session={session} viewer={viewer} />
      {item && <output data-amber={isAmber}>{calendarText.standing(item)}</output>}
    </div>
  )
}

const viewers = ['therapist', 'client'] as const
const changes = [null, 'open', 'countered'] as const
const cases = viewers.flatMap((viewer) =>
  sessionStatuses.flatMap((status) => changes.map((change) => [viewer, status, change] as const)),
)

test.each(cases)(
  'for a %s, lists and calendar say the same of a session that is %s with the change request %s',
  async (viewer, status, change) => {
    await renderPage(<BothStatuses session={sampleSession(viewer, { status, change })} viewer={viewer} />)
    const both = await screen.findByTestId('both')
    const [badge, calendar] = [both.querySelector<HTMLElement>('[data-tone]'), both.querySelector('output')]
    // The calendar leaves out declined sessions.
    if (status === 'denied') return expect(calendar).toBeNull()
    expect(calendar?.textContent).toBe(badge?.textContent)
    if (status !== 'no-show') expect(calendar?.dataset.amber).toBe(String(badge?.dataset.tone === 'warning'))
  },
)
