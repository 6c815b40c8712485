import type { Session } from '@attune/contract/features/session'
import type { ViewerRole } from '@attune/contract/features/session.states'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LazyAcceptSeriesButton } from '../series/lazy-series.tsx'
import type { OpenQuestion } from './open-question.ts'
import { awaitedAnswerCount } from './OpenQuestionText.tsx'
import {
  SessionDialogProvider,
  useOpenSessionDialog,
  type OpenedSessionDialog,
} from '../dialogs/SessionDialogProvider.tsx'
import { ChangeRequestButton, TransitionButton, type TransitionButtonLook } from '../TransitionButtons.tsx'

type Props = {
  session: Session
  open: OpenQuestion
  viewer: ViewerRole
  filled?: boolean
  /** How many sessions of its series the viewer can accept together with this one. */
  together?: number | undefined
}
type What = OpenedSessionDialog['what']

/**
 * The answer buttons of an open question: accept with one tap, propose another time, decline with a reason, or withdraw
 * one's own request.
 */
export function OpenQuestionButtons(props: Props) {
  const ask = useOpenSessionDialog()
  return ask ? (
    <Buttons {...props} ask={ask} />
  ) : (
    <SessionDialogProvider>
      <OpenQuestionButtons {...props} />
    </SessionDialogProvider>
  )
}

function Buttons({
  session,
  open,
  viewer,
  filled = true,
  together = 0,
  ask,
}: Props & { ask: (asked: OpenedSessionDialog) => void }) {
  const { t } = useTranslation('negotiation')
  const { change } = open
  const { may } = session
  const yes: TransitionButtonLook = { variant: !open.awaitsViewer ? 'default' : filled ? 'filled' : 'light' }
  const other: TransitionButtonLook = { variant: filled ? 'default' : 'subtle' }
  const no: TransitionButtonLook = { variant: 'subtle' }
  const one = { session, viewer }
  const opens = (what: What, look: TransitionButtonLook, words: 'otherTime' | 'decline' | 'withdraw') => (
    <Button {...look} aria-haspopup="dialog" onClick={() => ask({ ...one, what, change } as OpenedSessionDialog)}>
      {t(`step.${words}`)}
    </Button>
  )
  if (change)
    return (
      <>
        {change.may.accept && (
          <ChangeRequestButton {...one} change={change} step="accept" look={yes} affirmative>
            {open.awaitsViewer ? undefined : t('step.acceptWish')}
          </ChangeRequestButton>
        )}
        {change.may.acceptCounter && (
          <ChangeRequestButton {...one} change={change} step="acceptCounter" look={yes} affirmative />
        )}
        {change.may.counter && opens('counterChange', other, 'otherTime')}
        {change.may.decline && opens('declineChange', no, 'decline')}
        {change.may.declineCounter && opens('declineCounter', other, 'decline')}
        {change.may.withdraw && !open.awaitsViewer && (
          <ChangeRequestButton {...one} change={change} step="withdraw" look={{ variant: 'default' }}>
            {t('step.withdrawWish')}
          </ChangeRequestButton>
        )}
      </>
    )
  return (
    <>
      {may.confirm && <TransitionButton {...one} step="confirm" look={yes} affirmative />}
      {may.accept && <TransitionButton {...one} step="accept" look={yes} affirmative />}
      {may.accept && together > 1 && <LazyAcceptSeriesButton {...one} count={together} />}
      {may.acceptOnBehalf && (
        <TransitionButton {...one} step="acceptOnBehalf" look={{ variant: 'default' }} affirmative>
          {t('step.onBehalf', { name: open.name, count: awaitedAnswerCount(session) })}
        </TransitionButton>
      )}
      {may.counter && opens('counter', other, 'otherTime')}
      {may.accept && may.decline && !session.change && opens('askMove', other, 'otherTime')}
      {may.deny && opens('deny', no, 'decline')}
      {may.decline && opens('decline', no, 'decline')}
      {may.withdraw && opens('withdraw', { variant: 'default' }, 'withdraw')}
    </>
  )
}
