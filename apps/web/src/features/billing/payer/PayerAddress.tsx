import { textLengths } from '@attune/contract/common/text/lengths'
import { taxIdNameOf } from '@attune/contract/features/billing/invoice/law/invoice.tax-id.rules'
import { payerLengths } from '@attune/contract/features/billing/payer/payer.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import type { PayerFieldsProps } from './PayerDialog.tsx'
import { draftTaxIdProblem, hasTaxId } from './payer-draft.ts'
import classes from './payer.module.css'

/** The fields for the address of a payer, and the references of an organization. */
export function PayerAddress(props: PayerFieldsProps) {
  const { t } = useTranslation('payer')
  const { language } = useLocale()
  const [countries] = useState(() => addressCountryOptions(language))
  const { draft, problems, onChange } = props
  return (
    <>
      <PayerText {...props} field="street" />
      <div className={classes.fields}>
        <PayerText {...props} field="postalCode" />
        <PayerText {...props} field="city" />
        <PayerText {...props} field="region" />
        <NativeSelect
          label={t('field.country')}
          value={draft.country}
          data={[{ value: '', label: t('field.noCountry') }, ...countries]}
          onChange={(event) => onChange({ country: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={t('field.email')}
        type="email"
        maxLength={textLengths.email}
        value={draft.email}
        error={problems.includes('email') && t('problem.email')}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      {hasTaxId(draft) && <TaxIdField {...props} />}
      {draft.kind === 'organization' && (
        <div className={classes.fields}>
          <PayerText {...props} field="reference" hint={t('field.referenceHint')} />
          <PayerText
            {...props}
            field="buyerReference"
            hint={t('field.buyerReferenceHint')}
            error={problems.includes('leitwegId') && t('problem.leitwegId')}
          />
        </div>
      )}
    </>
  )
}

function TaxIdField(props: PayerFieldsProps) {
  const { t } = useTranslation('payer')
  const { draft, problems } = props
  const problem = problems.includes('taxId') && draftTaxIdProblem(draft)
  return (
    <PayerText
      {...props}
      field="taxId"
      label={t(`taxId.${taxIdNameOf(draft.country || null)}`)}
      error={problem ? t(`problem.taxId.${problem}`) : false}
    />
  )
}

type TextProps = PayerFieldsProps & {
  field: Exclude<keyof typeof payerLengths, 'name'>
  label?: string
  hint?: string
  error?: string | false
}

function PayerText({ draft, onChange, field, label, hint, error }: TextProps) {
  const { t } = useTranslation('payer')
  return (
    <TextInput
      label={label ?? t(`field.${field as Exclude<typeof field, 'taxId'>}`)}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      maxLength={payerLengths[field]}
      value={draft[field]}
      error={error}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
}
