import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { useOnlinePaymentSetup } from './use-online-payment.ts'
import { CardSkeleton } from '../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'

const OnlinePaymentSection = lazyInBoundary(() => import('./OnlinePaymentSection.tsx'), 'OnlinePaymentSection')

/** Loads the therapist's setup of online payments and shows it. */
export function OnlinePaymentSettings() {
  const { t } = useTranslation('onlinePayment')
  const read = useOnlinePaymentSetup()
  if (read.isError && !read.data) return <Query of={read} failed={t('loadFailed')} again={t('again')} card />
  const waiting = <CardSkeleton height={220} />
  return <Suspense fallback={waiting}>{read.data ? <OnlinePaymentSection setup={read.data} /> : waiting}</Suspense>
}
