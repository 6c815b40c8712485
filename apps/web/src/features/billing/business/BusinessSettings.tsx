import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'
import { OnlinePaymentSettings } from '../online-payment/online-payment.ts'
import { PaymentsSection } from './PaymentsSection.tsx'
import type { BusinessPart } from './use-business-form.ts'
import { useBusiness } from './use-business.ts'

const BusinessForm = lazyInBoundary(() => import('./BusinessForm.tsx'), 'BusinessForm')

/** Edits the business and its bank account. */
export const BusinessSettings = () => <BusinessPage part="business" />

/** Edits how invoices are taxed. */
export const TaxSettings = () => <BusinessPage part="tax" />

/** Edits the texts, numbers and terms of invoices, and their logo. */
export const InvoiceSettings = () => <BusinessPage part="invoices" />

/** Edits when reminders are proposed, and their texts. */
export const PaymentReminderSettings = () => <BusinessPage part="payment-reminders" />

/** Turns Payments and online payments on and off. */
export const PaymentSettings = () => (
  <LoadedBusiness>
    {(saved) => (
      <>
        <PaymentsSection saved={saved} />
        <OnlinePaymentSettings />
      </>
    )}
  </LoadedBusiness>
)

const BusinessPage = ({ part }: { part: BusinessPart }) => (
  <LoadedBusiness>{(saved) => <BusinessForm saved={saved} part={part} />}</LoadedBusiness>
)

/** Loads a therapist's business settings and shows one of their pages. */
function LoadedBusiness({ children }: { children: (saved: OwnBusiness) => ReactNode }) {
  const { t } = useTranslation('business')
  return (
    <LoadedSettings read={useBusiness()} failed={t('loadFailed')} again={t('again')}>
      {children}
    </LoadedSettings>
  )
}
