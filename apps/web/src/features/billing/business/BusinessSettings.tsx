import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'
import { OnlinePaymentSettings } from '../online-payment/online-payment.ts'
import classes from './business.module.css'
import { useBusiness } from './use-business.ts'

const BusinessForm = lazyInBoundary(() => import('./BusinessForm.tsx'), 'BusinessForm')

/** Loads a therapist's business settings and shows their form, with the setup of online payments below. */
export function BusinessSettings() {
  const { t } = useTranslation('business')
  return (
    <LoadedSettings read={useBusiness()} failed={t('loadFailed')} again={t('again')}>
      {(saved) => (
        <div className={classes.form}>
          <BusinessForm saved={saved} />
          <OnlinePaymentSettings />
        </div>
      )}
    </LoadedSettings>
  )
}
