import type { Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AcceptAll } from './OfSeries.tsx'
import type { Open } from './open.ts'
import { awaitedIn } from './OpenWords.tsx'
import { SessionDialogs, useAsk, type Asked } from './SessionDialogs.tsx'
import { ChangeButton, StepButton, type Look } from './StepButtons.tsx'

type Props = {
  session: Session
  open: Open
  viewer: Viewer
  filled?: boolean
  /** How many sessions of its series the viewer can accept together with this one. */
  together?: number | undefined
}
type What = Asked['what']

/**
 * The answer buttons of an open question: accept with one tap, propose another time, decline with a reason, or withdraw
 * one's own request.
 */
export function OpenButtons(props: Props) {
  const ask = useAsk()
  return ask ? (
    <Buttons {...props} ask={ask} />
  ) : (
    <SessionDialogs>
      <OpenButtons {...props} />
    </SessionDialogs>
  )
}

function Buttons({ session, open, viewer, filled = true, together = 0, ask }: Props & { ask: (asked: Asked) => void }) {
  const { t } = useTranslation('negotiation')
  const { change } = open
  const { may } = session
  const yes: Look = { variant: !open.mine ? 'default' : filled ? 'filled' : 'light' }
  const other: Look = { variant: filled ? 'default' : 'subtle' }
  const no: Look = { variant: 'subtle' }
  const one = { session, viewer }
  const opens = (what: What, look: Look, words: 'otherTime' | 'decline' | 'withdraw') => (
    <Button {...look} aria-haspopup="dialog" onClick={() => ask({ ...one, what, change } as Asked)}>
      {t(`step.${words}`)}
    </Button>
  )
  if (change)
    return (
      <>
        {change.may.accept && (
          <ChangeButton {...one} change={change} step="accept" look={yes} affirmative>
            {open.mine ? undefined : t('step.acceptWish')}
          </ChangeButton>
        )}
        {change.may.acceptCounter && (
          <ChangeButton {...one} change={change} step="acceptCounter" look={yes} affirmative />
        )}
        {change.may.counter && opens('counterChange', other, 'otherTime')}
        {change.may.decline && opens('declineChange', no, 'decline')}
        {change.may.declineCounter && opens('declineCounter', other, 'decline')}
        {change.may.withdraw && !open.mine && (
          <ChangeButton {...one} change={change} step="withdraw" look={{ variant: 'default' }}>
            {t('step.withdrawWish')}
          </ChangeButton>
        )}
      </>
    )
  return (
    <>
      {may.confirm && <StepButton {...one} step="confirm" look={yes} affirmative />}
      {may.accept && <StepButton {...one} step="accept" look={yes} affirmative />}
      {may.accept && together > 1 && <AcceptAll {...one} count={together} />}
      {may.acceptOnBehalf && (
        <StepButton {...one} step="acceptOnBehalf" look={{ variant: 'default' }} affirmative>
          {t('step.onBehalf', { name: open.name, count: awaitedIn(session) })}
        </StepButton>
      )}
      {may.counter && opens('counter', other, 'otherTime')}
      {may.accept && may.decline && !session.change && opens('askMove', other, 'otherTime')}
      {may.deny && opens('deny', no, 'decline')}
      {may.decline && opens('decline', no, 'decline')}
      {may.withdraw && opens('withdraw', { variant: 'default' }, 'withdraw')}
    </>
  )
}
