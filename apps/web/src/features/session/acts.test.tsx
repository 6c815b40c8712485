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

/** A button that nothing keeps from being pressed twice: no dialog that closes, no mark that it is busy. */
function Bare({ act }: { act: { mutate: (input: object) => void } }) {
  return (
    <button type="button" onClick={() => act.mutate({})}>
      Do
    </button>
  )
}
const OfSession = ({ step }: { step: Step }) => <Bare act={useStep(session, 'therapist', step)} />
const OfChange = ({ step }: { step: ChangeStep }) => <Bare act={useChangeStep(session, change, 'therapist', step)} />

const needsTime = ['move', 'counter'] satisfies (SessionAction | ChangeAction)[]
const taps = <A extends string>(actions: readonly A[]) =>
  actions.filter((action) => !needsTime.some((one) => one === action))
const all = [
  ...taps(sessionActions).map((step) => [`session/${step}`, <OfSession key={step} step={step as Step} />] as const),
  ...taps(changeActions).map(
    (step) => [`changeRequest/${step}`, <OfChange key={step} step={step as ChangeStep} />] as const,
  ),
]

test.each(all)(
  '%s pressed twice in one moment is one act: both carry one command [4.04, 9.10]',
  async (path, button) => {
    const { calls, fetched } = answerFor({ ...signedIn('therapist'), [path]: () => session })
    vi.stubGlobal('fetch', fetched)
    await draw(button)
    const press = await screen.findByRole('button', { name: 'Do' })
    fireEvent.click(press)
    fireEvent.click(press)
    const sent = () => calls.filter((call) => call.path === path).map(({ input }) => input as { command: string })
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(new Set(sent().map(({ command }) => command)).size).toBe(1)
  },
)
