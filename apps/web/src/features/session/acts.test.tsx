import {
  changeActions,
  sessionActions,
  type ChangeAction,
  type SessionAction,
} from '@attune/contract/features/session.states'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerFor, draw } from '../../testing/draw.tsx'
import { changeOf, sessionOf, signedIn } from './session.testing.ts'
import { useChangeStep, useStep, type ChangeStep, type Step } from './steps.ts'

afterEach(() => vi.unstubAllGlobals())

const session = sessionOf('therapist')
const change = changeOf('therapist')

/** A plain button without a loading state or a closing dialog, so that it can be pressed twice. */
function PlainButton({ act }: { act: { mutate: (input: object) => void } }) {
  return (
    <button type="button" onClick={() => act.mutate({})}>
      Do
    </button>
  )
}
const SessionButton = ({ step }: { step: Step }) => <PlainButton act={useStep(session, 'therapist', step)} />
const ChangeButton = ({ step }: { step: ChangeStep }) => (
  <PlainButton act={useChangeStep(session, change, 'therapist', step)} />
)

const needsTime = ['move', 'counter'] satisfies (SessionAction | ChangeAction)[]
const withoutTime = <A extends string>(actions: readonly A[]) =>
  actions.filter((action) => !needsTime.some((one) => one === action))
const cases = [
  ...withoutTime(sessionActions).map(
    (step) => [`session/${step}`, <SessionButton key={step} step={step as Step} />] as const,
  ),
  ...withoutTime(changeActions).map(
    (step) => [`changeRequest/${step}`, <ChangeButton key={step} step={step as ChangeStep} />] as const,
  ),
]

test.each(cases)('%s pressed twice at once sends the same command id twice [4.04, 9.10]', async (path, button) => {
  const { calls, fetched } = answerFor({ ...signedIn('therapist'), [path]: () => session })
  vi.stubGlobal('fetch', fetched)
  await draw(button)
  const press = await screen.findByRole('button', { name: 'Do' })
  fireEvent.click(press)
  fireEvent.click(press)
  const sent = () => calls.filter((call) => call.path === path).map(({ input }) => input as { command: string })
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(new Set(sent().map(({ command }) => command)).size).toBe(1)
})
