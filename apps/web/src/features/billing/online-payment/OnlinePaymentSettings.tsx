import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { LoadFailed } from '../../../ui/page/loading/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { useOnlinePaymentSetup } from './use-online-payment.ts'

const OnlinePaymentSection = lazyInBoundary(() => import('./OnlinePaymentSection.tsx'), 'OnlinePaymentSection')

/** Loads the therapist's setup of online payments and shows it. */
export function OnlinePaymentSettings() {
  const { t } = useTranslation('onlinePayment')
  const read = useOnlinePaymentSetup()
  if (read.isError && !read.data)
    return (
      <Card>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  const waiting = <Skeleton height={220} radius={14} />
  return <Suspense fallback={waiting}>{read.data ? <OnlinePaymentSection setup={read.data} /> : waiting}</Suspense>
}
