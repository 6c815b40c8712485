import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyAcceptSeriesButton } from '../series/lazy-series.tsx'
import type { OpenQuestion } from './open-question.ts'
import { awaitedAnswerCount } from './OpenQuestionText.tsx'
import {
  SessionDialogProvider,
  useOpenSessionDialog,
  type OpenedSessionDialog,
} from '../dialogs/SessionDialogProvider.tsx'
import { ChangeRequestButton, TransitionButton, type TransitionButtonStyle } from '../TransitionButtons.tsx'

type Props = {
  session: Session
  open: OpenQuestion
  viewer: ViewerRole
  filled?: boolean
  /** Whether the requested time is taken. Accepting is then not the highlighted answer, because it leads to a time conflict. */
  taken?: boolean
  /** The number of sessions of the same series, including this session, that the viewer can accept at once. */
  together?: number | undefined
}
type What = OpenedSessionDialog['what']

/**
 * Renders the buttons for an open question: accept, propose another time, decline, or withdraw the viewer's own
 * request.
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

type ButtonsProps = Props & { ask: (asked: OpenedSessionDialog) => void }

function Buttons({ filled = true, taken = false, together = 0, ...props }: ButtonsProps) {
  const { session, open, viewer, ask } = props
  const { t } = useTranslation('negotiation')
  const { change } = open
  const looks = {
    yes: { variant: !open.awaitsViewer || taken ? 'default' : filled ? 'filled' : 'light' },
    other: { variant: filled ? 'default' : 'subtle' },
    no: { variant: 'subtle' },
  } as const satisfies Record<string, TransitionButtonStyle>
  const opens = (what: What, buttonProps: TransitionButtonStyle, labelKey: 'otherTime' | 'decline' | 'withdraw') => (
    <Button
      {...buttonProps}
      aria-haspopup="dialog"
      onClick={() => ask({ session, viewer, what, change } as OpenedSessionDialog)}
    >
      {t(`step.${labelKey}`)}
    </Button>
  )
  return change ? (
    <ChangeAnswers {...props} change={change} looks={looks} opens={opens} />
  ) : (
    <SessionAnswers {...props} together={together} looks={looks} opens={opens} />
  )
}

type AnswersProps = Pick<Props, 'session' | 'open' | 'viewer'> & {
  looks: Record<'yes' | 'other' | 'no', TransitionButtonStyle>
  /** Returns a button that opens the dialog for an answer. */
  opens: (what: What, buttonProps: TransitionButtonStyle, labelKey: 'otherTime' | 'decline' | 'withdraw') => ReactNode
}

function ChangeAnswers({ session, open, viewer, change, looks, opens }: AnswersProps & { change: ChangeRequest }) {
  const { t } = useTranslation('negotiation')
  const one = { session, viewer, change }
  const { may } = change
  return (
    <>
      {may.accept && (
        <ChangeRequestButton {...one} step="accept" buttonProps={looks.yes} affirmative>
          {open.awaitsViewer ? undefined : t('step.acceptRequest')}
        </ChangeRequestButton>
      )}
      {may.acceptCounter && <ChangeRequestButton {...one} step="acceptCounter" buttonProps={looks.yes} affirmative />}
      {may.counter && opens('counterChange', looks.other, 'otherTime')}
      {may.decline && opens('declineChange', looks.no, 'decline')}
      {may.declineCounter && opens('declineCounter', looks.other, 'decline')}
      {may.withdraw && !open.awaitsViewer && (
        <ChangeRequestButton {...one} step="withdraw" buttonProps={{ variant: 'default' }}>
          {t('step.withdrawRequest')}
        </ChangeRequestButton>
      )}
    </>
  )
}

/** Renders the answer buttons of a requested or scheduled session. */
function SessionAnswers({ session, open, viewer, together, looks, opens }: AnswersProps & { together: number }) {
  const { t } = useTranslation('negotiation')
  const { may } = session
  const one = { session, viewer }
  return (
    <>
      {may.confirm && <TransitionButton {...one} step="confirm" buttonProps={looks.yes} affirmative />}
      {may.accept && <TransitionButton {...one} step="accept" buttonProps={looks.yes} affirmative />}
      {may.accept && together > 1 && <LazyAcceptSeriesButton {...one} count={together} />}
      {may.acceptOnBehalf && (
        <TransitionButton {...one} step="acceptOnBehalf" buttonProps={{ variant: 'default' }} affirmative>
          {t('step.onBehalf', { name: open.name, count: awaitedAnswerCount(session) })}
        </TransitionButton>
      )}
      {may.counter && opens('counter', looks.other, 'otherTime')}
      {may.accept && may.decline && !session.change && opens('askMove', looks.other, 'otherTime')}
      {may.deny && opens('deny', looks.no, 'decline')}
      {may.decline && opens('decline', looks.no, 'decline')}
      {may.withdraw && opens('withdraw', { variant: 'default' }, 'withdraw')}
    </>
  )
}
