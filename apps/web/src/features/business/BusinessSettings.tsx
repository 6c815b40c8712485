import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { OnlinePaymentSettings } from '../online-payment/online-payment.ts'
import classes from './business.module.css'
import { useBusiness } from './use-business.ts'

const BusinessForm = lazyNamed(() => import('./BusinessForm.tsx'), 'BusinessForm')

/** Loads a therapist's business settings and shows them in a form, with the setup of online payments below. */
export function BusinessSettings() {
  const { t } = useTranslation('business')
  const read = useBusiness()
  if (read.isError && !read.data)
    return (
      <Card>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  const waiting = <Skeleton height={420} radius={14} />
  return (
    <Suspense fallback={waiting}>
      {read.data ? (
        <div className={classes.form}>
          <BusinessForm saved={read.data} />
          <OnlinePaymentSettings />
        </div>
      ) : (
        waiting
      )}
    </Suspense>
  )
}
