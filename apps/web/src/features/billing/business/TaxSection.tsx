import { textLengths } from '@attune/contract/common/text/lengths'
import {
  businessLimits,
  taxProfileKeyOf,
  taxProfiles,
  taxProfilesOf,
  withholdingRates,
} from '@attune/contract/features/billing/business/business.rules'
import { NativeSelect, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './business.module.css'
import { PercentInput } from './PercentInput.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

/**
 * Edits the taxes on the invoices: the tax profile with its hint, the rate if the profile has none, the reason why no tax is charged, and for Spain
 * the withheld income tax.
 */
export function TaxSection(fields: BusinessFieldsProps) {
  const { t } = useTranslation('businessTax')
  const { draft, onChange } = fields
  const key = taxProfileKeyOf(draft)
  const keys = taxProfilesOf(draft.country)
  return (
    <Section title={t('title')} hint={t('hint')}>
      <div className={classes.fields}>
        <NativeSelect
          className={classes.wide}
          label={t('profile')}
          description={t(`profiles.${key}.hint`)}
          value={key}
          data={keys.map((value) => ({ value, label: t(`profiles.${value}.label`) }))}
          onChange={(event) => {
            const chosen = keys.find((one) => one === event.currentTarget.value)
            if (chosen) onChange({ taxProfile: chosen, taxReason: '' })
          }}
        />
        {taxProfiles[key].category !== 'S' && key !== 'us-none' && (
          <ReasonField {...fields} defaultReason={taxProfiles[key].reason} />
        )}
        {key === 'other-standard' && <RateField {...fields} />}
        {draft.country === 'ES' && <WithholdingFields {...fields} />}
      </div>
    </Section>
  )
}

/** Edits the rate at which payers in Spain withhold income tax, and the day from which it applies. */
function WithholdingFields({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('businessTax')
  const names = { 0: t('withholding.none'), 700: t('withholding.first'), 1500: t('withholding.usual') }
  return (
    <>
      <NativeSelect
        className={classes.wide}
        label={t('withholding.label')}
        description={t('withholding.hint')}
        value={String(draft.withholdingBp)}
        data={withholdingRates.map((rate) => ({ value: String(rate), label: names[rate] }))}
        onChange={(event) => {
          const chosen = withholdingRates.find((rate) => String(rate) === event.currentTarget.value)
          if (chosen !== undefined) onChange({ withholdingBp: chosen })
        }}
      />
      <DateInput
        label={t('withholding.from')}
        description={t('withholding.fromHint')}
        value={draft.withholdingFrom ?? ''}
        onChange={(day) => onChange({ withholdingFrom: day || null })}
      />
    </>
  )
}

function ReasonField({ draft, onChange, defaultReason }: BusinessFieldsProps & { defaultReason: string }) {
  const { t } = useTranslation('businessTax')
  return (
    <Textarea
      className={classes.wide}
      label={t('reason')}
      description={t(defaultReason ? 'reasonHint' : 'reasonNone')}
      placeholder={defaultReason}
      autosize
      minRows={1}
      maxRows={4}
      maxLength={textLengths.taxReason}
      value={draft.taxReason}
      onChange={(event) => onChange({ taxReason: event.currentTarget.value })}
    />
  )
}

function RateField({ draft, problems, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('businessTax')
  return (
    <PercentInput
      label={t('rate')}
      bp={draft.taxRateBp}
      minBp={0}
      maxBp={businessLimits.taxRateBp}
      error={problems.taxRateBp && t('rateProblem')}
      onBp={(taxRateBp) => onChange({ taxRateBp })}
    />
  )
}
