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
  const isGroup = others.length > 1
  return (
    <Dialog title={t('safety.title')} onClose={onClose}>
      <div className={classes.column}>
        <p className={classes.text}>{t('safety.encrypted')}</p>
        {others.some(({ isUnsafe }) => isUnsafe) ? (
          <Callout kind="danger" urgent>
            {t('safety.broken')}
          </Callout>
        ) : (
          <>
            <p className={classes.text}>
              {isGroup ? t('safety.compareAll') : t('safety.compare', { name: others[0]?.name })}
            </p>
            {safetyNumber ? (
              <output className={classes.number}>{safetyNumber}</output>
            ) : (
              <PendingNumber isGroup={isGroup} />
            )}
          </>
        )}
        <p className={classes.dim}>{t('safety.limits')}</p>
      </div>
    </Dialog>
  )
}

/** The time in milliseconds after which the safety number is late. Once the people are connected, it usually appears within two seconds. */
const lateMilliseconds = 15_000

/** Says that the number is being made and, if it is late, why it may never come. */
function PendingNumber({ isGroup }: { isGroup: boolean }) {
  const { t } = useTranslation('call')
  const isLate = useIsLate(lateMilliseconds)
  return (
    <output className={classes.dim}>
      {t(isLate ? 'safety.late' : isGroup ? 'safety.pendingAll' : 'safety.pending')}
    </output>
  )
}
