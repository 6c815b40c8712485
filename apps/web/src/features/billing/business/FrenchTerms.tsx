import { textLengths } from '@attune/contract/common/text/lengths'
import { businessLimits } from '@attune/contract/features/billing/business/business.rules'
import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './business.module.css'
import { PercentInput } from './PercentInput.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** Edits the facts that French law demands on invoices to businesses: penalties, discount, and whether the business is a sole trader. */
export function FrenchTerms({ draft, problems, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <Stack gap="lg" role="group" aria-label={t('french.title')}>
      <Text size="sm">
        {t('french.hint')} {t('french.fixed')}
      </Text>
      <div className={classes.fields}>
        <PercentInput
          label={t('french.rate')}
          description={t('french.rateHint')}
          bp={draft.latePenaltyBp}
          minBp={1}
          maxBp={businessLimits.latePenaltyBp}
          error={problems.latePenaltyBp && t('french.rateProblem')}
          onBp={(latePenaltyBp) => onChange({ latePenaltyBp })}
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
