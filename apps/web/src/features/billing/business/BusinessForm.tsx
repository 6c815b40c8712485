import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import { SaveForm } from '../../../ui/editor/SaveForm.tsx'
import { VersionConflict } from '../../../ui/editor/VersionConflict.tsx'
import { BankSection } from './BankSection.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import { InvoiceSection } from './InvoiceSection.tsx'
import { LogoSection } from './LogoSection.tsx'
import { ReminderSection } from './ReminderSection.tsx'
import { TaxSection } from './TaxSection.tsx'
import { useBusinessForm, type BusinessFieldsProps, type BusinessPart } from './use-business-form.ts'

type Props = { saved: OwnBusiness; part: BusinessPart }

/** Edits one page of the business settings: the business with its bank account, the tax, what invoices say, or the payment reminders. */
export function BusinessForm({ saved, part }: Props) {
  const { formDraft, fields, save, conflict, resolve, submit } = useBusinessForm(saved, part)
  return (
    <>
      <SaveForm
        draft={formDraft}
        save={save}
        onSubmit={submit}
        question={
          conflict && (
            <VersionConflict mine={{ onChoose: () => resolve(true) }} theirs={{ onChoose: () => resolve(false) }} />
          )
        }
      >
        <BusinessFields {...fields} saved={saved} part={part} />
      </SaveForm>
      {part === 'invoices' && <LogoSection logoSha={saved.logoSha} />}
    </>
  )
}

function BusinessFields({ saved, part, ...fields }: BusinessFieldsProps & Props) {
  const { t } = useTranslation('business')
  if (part === 'tax')
    return fields.draft.country === null ? <Callout>{t('taxAfterCountry')}</Callout> : <TaxSection {...fields} />
  if (part === 'invoices') return <InvoiceSection {...fields} saved={saved} />
  if (part === 'payment-reminders') return <ReminderSection {...fields} />
  return (
    <>
      <BusinessSection {...fields} />
      <BankSection {...fields} />
    </>
  )
}
