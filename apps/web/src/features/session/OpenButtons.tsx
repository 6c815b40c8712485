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
  /** How many sessions of its series the client may accept with it. */
  together?: number | undefined
}
type What = Asked['what']

/** The answers to what is open: yes with one tap, another time, no with room for a reason; or taking the own wish back. */
export function OpenButtons(props: Props) {
  const host = useAsk()
  return host ? (
    <Buttons {...props} ask={host} />
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
          <ChangeButton {...one} change={change} step="accept" look={yes} yes>
            {open.mine ? undefined : t('step.acceptWish')}
          </ChangeButton>
        )}
        {change.may.acceptCounter && <ChangeButton {...one} change={change} step="acceptCounter" look={yes} yes />}
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
      {may.confirm && <StepButton {...one} step="confirm" look={yes} yes />}
      {may.accept && <StepButton {...one} step="accept" look={yes} yes />}
      {may.accept && together > 1 && <AcceptAll {...one} count={together} />}
      {may.acceptOnBehalf && (
        <StepButton {...one} step="acceptOnBehalf" look={{ variant: 'default' }} yes>
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
