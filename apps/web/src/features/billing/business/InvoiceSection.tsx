import { textLengths } from '@attune/contract/common/text/lengths'
import { languages } from '@attune/contract/common/text/text'
import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import {
  businessLimits,
  cancelFees,
  currencyOf,
  personsShown,
} from '@attune/contract/features/billing/business/business.rules'
import { NativeSelect, NumberInput, Radio, Stack, Switch, Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../platform/settings/language.ts'
import { useMe } from '../../../platform/login/login.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { currencyOptions } from '../../../ui/choice/currency-options.ts'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './business.module.css'
import { FrenchTerms } from './FrenchTerms.tsx'
import type { BusinessFieldsProps } from './use-business-form.ts'

/** Edits the settings of new invoices: language, currency, due date, number, footer, fees, and the way in which invoices name the client. */
export function InvoiceSection({ saved, ...fields }: BusinessFieldsProps & { saved: OwnBusiness }) {
  const { t } = useTranslation('business')
  return (
    <Section title={t('invoice.title')} hint={t('invoice.hint')}>
      <Stack gap="lg">
        <div className={classes.fields}>
          <LanguageField {...fields} />
          <CurrencyField {...fields} />
          <DueDaysField {...fields} />
          <FirstNumberField {...fields} saved={saved} />
        </div>
        <FooterField {...fields} />
        <Switch
          label={t('invoice.lateFees')}
          description={t('invoice.lateFeesHint')}
          checked={fields.draft.lateFees}
          onChange={(event) => fields.onChange({ lateFees: event.currentTarget.checked })}
        />
        {fields.draft.country === 'FR' && <FrenchTerms {...fields} />}
        <CancelFeeField {...fields} />
        <PersonShownField {...fields} />
      </Stack>
    </Section>
  )
}

function LanguageField({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  const own = useMe()?.language ?? 'en'
  return (
    <NativeSelect
      label={t('invoice.language')}
      value={draft.language ?? ''}
      data={[
        { value: '', label: t('invoice.ownLanguage', { language: languageNames[own] }) },
        ...languages.map((value) => ({ value, label: languageNames[value] })),
      ]}
      onChange={(event) => onChange({ language: languages.find((one) => one === event.currentTarget.value) ?? null })}
    />
  )
}

function CurrencyField({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  const { language } = useLocale()
  const currencies = useMemo(() => currencyOptions(language), [language])
  return (
    <NativeSelect
      label={t('invoice.currency')}
      value={draft.currency ?? currencyOf(draft.country)}
      data={currencies}
      onChange={(event) => onChange({ currency: event.currentTarget.value })}
    />
  )
}

function DueDaysField({ draft, problems, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <NumberInput
      label={t('invoice.dueDays')}
      description={t('invoice.dueDaysHint')}
      min={0}
      max={businessLimits.dueDays}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={draft.dueDays ?? ''}
      error={problems.dueDays && t('problem.dueDays')}
      onChange={(value) => onChange({ dueDays: typeof value === 'number' ? value : null })}
    />
  )
}

function FirstNumberField({ draft, problems, onChange, saved }: BusinessFieldsProps & { saved: OwnBusiness }) {
  const { t } = useTranslation('business')
  const year = String(saved.year)
  return (
    <NumberInput
      label={t('invoice.firstNumber', { year })}
      description={t(saved.numbersBegun ? 'invoice.firstNumberFixed' : 'invoice.firstNumberHint', { year })}
      min={1}
      max={businessLimits.firstNumber}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      disabled={saved.numbersBegun}
      value={draft.firstNumber ?? ''}
      error={problems.firstNumber && t('problem.firstNumber')}
      onChange={(value) => onChange({ firstNumber: typeof value === 'number' ? value : null })}
    />
  )
}

function FooterField({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <Textarea
      label={t('invoice.footer')}
      description={t('invoice.footerHint')}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={textLengths.invoiceFooter}
      value={draft.footer}
      onChange={(event) => onChange({ footer: event.currentTarget.value })}
    />
  )
}

function CancelFeeField({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <Radio.Group
      label={t('cancelFee.label')}
      value={draft.cancelFee}
      onChange={(value) => onChange({ cancelFee: cancelFees.find((one) => one === value) ?? draft.cancelFee })}
    >
      <Stack gap="sm" mt={8}>
        {cancelFees.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`cancelFee.${value}.label`)}
            description={t(`cancelFee.${value}.hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function PersonShownField({ draft, onChange }: BusinessFieldsProps) {
  const { t } = useTranslation('business')
  return (
    <NativeSelect
      label={t('personShown.label')}
      description={t('personShown.hint')}
      value={draft.personShown}
      data={personsShown.map((value) => ({ value, label: t(`personShown.${value}`) }))}
      onChange={(event) =>
        onChange({ personShown: personsShown.find((one) => one === event.currentTarget.value) ?? draft.personShown })
      }
    />
  )
}
