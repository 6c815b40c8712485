import {
  changeRequestActions,
  sessionActions,
  type ChangeRequestAction,
  type SessionAction,
} from '@attune/contract/features/schedule/session/session.states'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { sampleChangeRequest, sampleSession, signedInAnswers } from './session.testing.ts'
import {
  useChangeRequestTransition,
  useSessionTransition,
  type ChangeRequestTransition,
  type SessionTransition,
} from './transitions.ts'

afterEach(() => vi.unstubAllGlobals())

const session = sampleSession('therapist')
const change = sampleChangeRequest('therapist')

/** Renders a plain button that can be clicked twice, because it has no loading state and closes no dialog. */
function PlainButton({ act }: { act: { mutate: (input: object) => void } }) {
  return (
    <button type="button" onClick={() => act.mutate({})}>
      Do
    </button>
  )
}
const SessionButton = ({ step }: { step: SessionTransition }) => (
  <PlainButton act={useSessionTransition(session, 'therapist', step)} />
)
const ChangeButton = ({ step }: { step: ChangeRequestTransition }) => (
  <PlainButton act={useChangeRequestTransition(session, change, 'therapist', step)} />
)

const needsTime = ['move', 'counter'] satisfies (SessionAction | ChangeRequestAction)[]
const withoutTime = <A extends string>(actions: readonly A[]) =>
  actions.filter((action) => !needsTime.some((one) => one === action))
const cases = [
  ...withoutTime(sessionActions).map(
    (step) => [`session/${step}`, <SessionButton key={step} step={step as SessionTransition} />] as const,
  ),
  ...withoutTime(changeRequestActions).map(
    (step) => [`changeRequest/${step}`, <ChangeButton key={step} step={step as ChangeRequestTransition} />] as const,
  ),
]

test.each(cases)('%s pressed twice at once sends the same command id twice', async (path, button) => {
  const { calls } = mockServer({ ...signedInAnswers('therapist'), [path]: () => session })
  await renderPage(button)
  const press = await screen.findByRole('button', { name: 'Do' })
  fireEvent.click(press)
  fireEvent.click(press)
  const sent = () => calls.filter((call) => call.path === path).map(({ input }) => input as { command: string })
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(new Set(sent().map(({ command }) => command)).size).toBe(1)
})
