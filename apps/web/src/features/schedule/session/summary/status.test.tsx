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
] as const)(
  'for a %s, the badge %s.%s has the tone %s: amber means that the viewer answers',
  async (viewer, textKeys, status, tone) => {
    await renderPage(<SessionStatusBadge status={status} viewer={viewer} />)
    const badge = screen.getByText(uiText(`session:${textKeys}.${status}`)).parentElement
    expect(badge?.getAttribute('data-tone')).toBe(tone)
  },
)
