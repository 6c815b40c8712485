import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { startInstantOf, type SessionTimeDraft } from './session-time-draft.ts'
import { SessionTimeFields } from './SessionTimeFields.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

const berlin = 'Europe/Berlin'

function Fields() {
  const [when, setWhen] = useState<SessionTimeDraft>({ day: '2027-10-31', time: '02:30', minutes: 50 })
  return (
    <>
      <SessionTimeFields value={when} onChange={setWhen} zone={berlin} problems={{}} />
      <output>{startInstantOf(when, berlin)}</output>
    </>
  )
}

test('only a time that the clocks repeat asks which occurrence is meant', async () => {
  mockServer({})
  await renderPage(<Fields />)
  const start = () => screen.getByRole('status').textContent
  expect(await screen.findByText(/comes twice/)).toBeTruthy()
  expect(start()).toBe('2027-10-31T00:30:00.000Z')
  fireEvent.click(screen.getByRole('radio', { name: uiText('session:plan.passingSecond') }))
  expect(screen.getByText(uiTextPattern('session:plan.second'))).toBeTruthy()
  expect(start()).toBe('2027-10-31T01:30:00.000Z')
  fireEvent.click(screen.getByRole('radio', { name: uiText('session:plan.passingFirst') }))
  expect(start()).toBe('2027-10-31T00:30:00.000Z')
  fireEvent.change(screen.getByLabelText(/Time/), { target: { value: '03:30' } })
  expect(screen.queryByRole('radiogroup', { name: uiText('session:plan.passing') })).toBeNull()
  expect(start()).toBe('2027-10-31T02:30:00.000Z')
  vi.unstubAllGlobals()
})
