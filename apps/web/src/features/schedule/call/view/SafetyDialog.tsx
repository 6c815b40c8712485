import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { useIsLate } from '../../../../ui/page/loading/use-is-late.ts'
import classes from '../call.module.css'
import type { CallState } from '../engine/call-state.ts'

type Props = { state: Pick<CallState, 'others' | 'safetyNumber'>; onClose: () => void }

/** The safety number that the people of the call read to each other, and a text about the limits of its protection. */
export function CallSafetyDialog({ state: { others, safetyNumber }, onClose }: Props) {
  const { t } = useTranslation('call')
  return (
    <Dialog title={t('safety.title')} onClose={onClose}>
      <div className={classes.column}>
        <p className={classes.text}>{t('safety.encrypted')}</p>
        {others.some(({ isUnsafe }) => isUnsafe) ? (
          <Callout kind="danger" urgent>
            {t('safety.broken')}
          </Callout>
        ) : (
          <SafetyNumber number={safetyNumber} others={others} />
        )}
        <p className={classes.dim}>{t('safety.limits')}</p>
      </div>
    </Dialog>
  )
}

/** The time in milliseconds after which the safety number is late. Once the people are connected, it usually appears within two seconds. */
const lateMilliseconds = 15_000

type NumberProps = { number: CallState['safetyNumber']; others: CallState['others'] }

/** Asks the people to compare the number, and shows it. */
function SafetyNumber({ number, others }: NumberProps) {
  if (number === null) return <PendingNumber others={others} />
  return (
    <>
      <CompareText others={others} />
      <output className={classes.number}>{number}</output>
    </>
  )
}

/** Says that the number is being made and, if it is late, explains the possible reason. */
function PendingNumber({ others }: Pick<NumberProps, 'others'>) {
  const { t } = useTranslation('call')
  const isLate = useIsLate(lateMilliseconds)
  const pending = others.length > 1 ? 'safety.pendingAll' : 'safety.pending'
  return (
    <>
      {!isLate && <CompareText others={others} />}
      <output className={classes.dim}>{t(isLate ? 'safety.late' : pending)}</output>
    </>
  )
}

function CompareText({ others }: Pick<NumberProps, 'others'>) {
  const { t } = useTranslation('call')
  return (
    <p className={classes.text}>
      {others.length > 1 ? t('safety.compareAll') : t('safety.compare', { name: others[0]?.name })}
    </p>
  )
}
