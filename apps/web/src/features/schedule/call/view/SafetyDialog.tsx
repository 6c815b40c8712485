import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import classes from '../call.module.css'
import type { OtherPerson } from '../engine/call-state.ts'

/** The safety number that both people read to each other, and the limits of what it shows. */
export function CallSafetyDialog({ other, onClose }: { other: OtherPerson; onClose: () => void }) {
  const { t } = useTranslation('call')
  return (
    <Dialog title={t('safety.title')} onClose={onClose}>
      <div className={classes.column}>
        <p className={classes.text}>{t('safety.encrypted')}</p>
        {other.isUnsafe ? (
          <Callout kind="danger" urgent>
            {t('safety.broken')}
          </Callout>
        ) : (
          <>
            <p className={classes.text}>{t('safety.compare', { name: other.name })}</p>
            <output className={classes.number}>{other.safetyNumber ?? t('safety.pending')}</output>
          </>
        )}
        <p className={classes.dim}>{t('safety.limits')}</p>
      </div>
    </Dialog>
  )
}
