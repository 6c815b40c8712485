import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleParticipant, sampleSession, signedInAnswers } from '../session.testing.ts'
import { AwaitingAnswerPanel } from './AwaitingAnswerPanel.tsx'
import { AwaitingAnswerRow } from './AwaitingAnswerRow.tsx'
import { openQuestionOfSession, type OpenQuestion } from './open-question.ts'
import { OpenQuestionBanner } from '../detail/OpenQuestionBanner.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the verb of a row agrees with the number of clients who have not answered', async () => {
  mockServer(signedInAnswers('therapist'))
  const ana = sampleParticipant()
  const leo = sampleParticipant({
    clientId: otherSampleId,
    personId: otherSampleId,
    firstName: 'Leo',
    lastName: 'Brandt',
  })
  for (const participants of [[ana], [ana, leo]]) {
    const session = sampleSession('therapist', { status: 'scheduled', participants })
    const waiting = { session, change: null, conflicts: [], rivals: [], withinAvailability: true, moved: null }
    const { unmount } = await renderPage(
      <AwaitingAnswerRow waiting={{ ...waiting, awaitedInSeries: 0 }} viewer="therapist" />,
    )
    const key =
      participants.length === 1 ? 'negotiation:verb.therapist.set_one' : 'negotiation:verb.therapist.set_other'
    expect((await screen.findByRole('link')).textContent).toMatch(new RegExp(`${uiText(key)}$`))
    unmount()
  }
})

test('a panel that is hidden when empty shows that loading failed and loads again', async () => {
  const answers = { ...signedInAnswers('client'), 'session/waiting': failureResponse }
  const { calls } = mockServer(answers)
  await renderPage(<AwaitingAnswerPanel viewer="client" hiddenWhenEmpty />)
  const again = await screen.findByRole('button', { name: uiText('session:again') })
  const before = calls.filter(({ path }) => path === 'session/waiting').length
  again.click()
  await vi.waitFor(() => {
    expect(calls.filter(({ path }) => path === 'session/waiting').length).toBeGreaterThan(before)
  })
})

const conflict = {
  kind: 'session' as const,
  sessionId: otherSampleId,
  name: 'Leo B.',
  startsAt: '2099-11-27T09:00:00.000Z',
  endsAt: '2099-11-27T09:50:00.000Z',
}
const request = sampleSession('therapist', {
  status: 'pending',
  may: { ...sampleSession('therapist').may, confirm: true },
})

test.each([
  { state: 'free', conflicts: [], row: 'light', banner: 'filled' },
  { state: 'taken', conflicts: [conflict], row: 'default', banner: 'default' },
])(
  'if the requested time is $state, the button that accepts it is $row in the list and $banner on the page',
  async ({ conflicts, ...expected }) => {
    mockServer(signedInAnswers('therapist'))
    const open = openQuestionOfSession(request, 'therapist', []) as OpenQuestion
    const where = { rivals: [], withinAvailability: true, conflicts }
    const waiting = { session: request, change: null, moved: null, awaitedInSeries: 0, ...where }
    const variantIn = async (content: ReactNode) => {
      const { unmount } = await renderPage(content)
      const button = await screen.findByRole('button', { name: uiText('negotiation:step.confirm') })
      const { variant } = button.dataset
      unmount()
      return variant
    }
    expect(await variantIn(<AwaitingAnswerRow waiting={waiting} viewer="therapist" />)).toBe(expected.row)
    expect(await variantIn(<OpenQuestionBanner session={request} open={open} viewer="therapist" {...where} />)).toBe(
      expected.banner,
    )
  },
)
