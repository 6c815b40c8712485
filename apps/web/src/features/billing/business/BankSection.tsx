import { usesIban } from '@attune/contract/features/billing/business/business.numbers'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './business.module.css'
import { BusinessTextField } from './BusinessTextField.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** Edits the bank account to which clients pay: an IBAN, or routing and account number in countries without IBAN. */
export function BankSection(fields: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  const hasIban = usesIban(fields.draft.country)
  return (
    <Section title={t('bank.title')} hint={t('bank.hint')}>
      <div className={classes.fields}>
        <BusinessTextField {...fields} name="bankName" />
        <BusinessTextField {...fields} name="accountName" />
        {hasIban ? (
          <BusinessTextField {...fields} name="iban" />
        ) : (
          <>
            <BusinessTextField {...fields} name="routingNumber" />
            <BusinessTextField {...fields} name="accountNumber" />
          </>
        )}
        <BusinessTextField {...fields} name="bic" />
      </div>
    </Section>
  )
}
