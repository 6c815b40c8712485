import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import classes from '../call.module.css'
import type { CallState } from '../engine/call-state.ts'

type Props = { state: Pick<CallState, 'others' | 'safetyNumber'>; onClose: () => void }

/** The safety number that the people of the call read to each other, and the limits of what it shows. */
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
              <output className={classes.dim}>{t(isGroup ? 'safety.pendingAll' : 'safety.pending')}</output>
            )}
          </>
        )}
        <p className={classes.dim}>{t('safety.limits')}</p>
      </div>
    </Dialog>
  )
}
