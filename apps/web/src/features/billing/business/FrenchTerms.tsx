import { textLengths } from '@attune/contract/common/text/lengths'
import { businessLimits } from '@attune/contract/features/billing/business/business.rules'
import { NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { decimalSignOf } from './decimal-sign.ts'
import classes from './business.module.css'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** Edits the facts that French law demands on invoices to businesses: penalties, discount, and whether the business is a sole trader. */
export function FrenchTerms({ draft, problems, onChange }: BusinessFieldsProps) {
  const { t, i18n } = useTranslation('business')
  return (
    <Stack gap="lg" role="group" aria-label={t('french.title')}>
      <Text size="sm">
        {t('french.hint')} {t('french.fixed')}
      </Text>
      <div className={classes.fields}>
        <NumberInput
          label={t('french.rate')}
          description={t('french.rateHint')}
          suffix=" %"
          min={0.01}
          max={businessLimits.latePenaltyBp / 100}
          clampBehavior="none"
          decimalScale={2}
          decimalSeparator={decimalSignOf(i18n.language)}
          allowNegative={false}
          value={draft.latePenaltyBp === null ? '' : draft.latePenaltyBp / 100}
          error={problems.latePenaltyBp && t('french.rateProblem')}
          onChange={(value) => onChange({ latePenaltyBp: typeof value === 'number' ? Math.round(value * 100) : null })}
        />
        <TextInput
          label={t('french.early')}
          description={t('french.earlyHint')}
          maxLength={textLengths.earlyPayment}
          value={draft.earlyPayment}
          onChange={(event) => onChange({ earlyPayment: event.currentTarget.value })}
        />
      </div>
      <Switch
        label={t('french.sole')}
        description={t('french.soleHint')}
        checked={draft.isSoleTrader}
        onChange={(event) => onChange({ isSoleTrader: event.currentTarget.checked })}
      />
    </Stack>
  )
}
