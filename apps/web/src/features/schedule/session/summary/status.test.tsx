import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SessionStatusBadge } from './status.tsx'

test.each([
  ['therapist', 'status', 'pending', 'warning'],
  ['client', 'statusForClient', 'pending', 'info'],
  ['therapist', 'status', 'scheduled', 'info'],
  ['client', 'statusForClient', 'scheduled', 'warning'],
  ['therapist', 'status', 'rescheduled', 'info'],
  ['client', 'statusForClient', 'rescheduled', 'warning'],
  ['therapist', 'status', 'change-requested', 'warning'],
  ['client', 'statusForClient', 'change-requested', 'info'],
  ['therapist', 'status', 'time-proposed', 'info'],
  ['client', 'statusForClient', 'time-proposed', 'warning'],
] as const)(
  'for a %s, the badge %s.%s has the tone %s: amber means that the viewer answers',
  async (viewer, textKeys, status, tone) => {
    const changes = { 'change-requested': 'open', 'time-proposed': 'countered' } as const
    const session =
      status === 'change-requested' || status === 'time-proposed'
        ? { status: 'confirmed' as const, change: changes[status] }
        : { status, change: null }
    await renderPage(<SessionStatusBadge session={session} viewer={viewer} />)
    const badge = screen.getByText(uiText(`session:${textKeys}.${status}`)).parentElement
    expect(badge?.getAttribute('data-tone')).toBe(tone)
  },
)
