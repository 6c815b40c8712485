import { textLengths } from '@attune/contract/common/text/lengths'
import { payerLengths } from '@attune/contract/features/billing/payer/payer.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import type { PayerFieldsProps } from './PayerDialog.tsx'
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

type TextProps = PayerFieldsProps & {
  field: Exclude<keyof typeof payerLengths, 'name'>
  hint?: string
  error?: string | false
}

function PayerText({ draft, onChange, field, hint, error }: TextProps) {
  const { t } = useTranslation('payer')
  return (
    <TextInput
      label={t(`field.${field}`)}
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
