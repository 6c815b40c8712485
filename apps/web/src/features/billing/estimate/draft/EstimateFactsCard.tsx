import { estimateLengths } from '@attune/contract/features/billing/estimate/estimate.rules'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Estimate.module.css'
import type { EstimateFieldsProps } from './fields.ts'

type TextField = 'frequency' | 'place' | 'diagnosis' | 'separately'
type Props = Pick<EstimateFieldsProps, 'content' | 'onChange' | 'missing'>

/**
 * Returns functions that return the properties of a field: label, name, value and error; for a text, also its maximum length and the change
 * handler.
 */
function useFields({ content, onChange, missing }: Props) {
  const { t } = useTranslation('estimate')
  const errorOf = (field: string) =>
    missing.some((one) => one.field === field)
      ? t(field === 'periodUntil' ? 'fields.periodWrong' : 'fields.missing')
      : undefined
  const common = (field: 'periodFrom' | 'periodUntil' | TextField) => ({
    label: t(`fields.${field}`),
    value: content[field],
    error: errorOf(field),
    'data-field': field,
  })
  const text = (field: TextField) => ({
    ...common(field),
    autoComplete: 'off',
    maxLength: estimateLengths[field],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  })
  return { common, text }
}

/** Edits the period, language, place and further texts of an estimate. */
export function EstimateFactsCard(props: EstimateFieldsProps) {
  const { t } = useTranslation('estimate')
  const { content, onChange } = props
  const { common, text } = useFields(props)
  return (
    <Section title={t('details')}>
      <div className={classes.fields}>
        <DateInput {...common('periodFrom')} onChange={(periodFrom) => onChange({ periodFrom })} />
        <DateInput {...common('periodUntil')} onChange={(periodUntil) => onChange({ periodUntil })} />
        <NativeSelect
          label={t('fields.language')}
          value={content.language}
          onChange={(event) =>
            isLanguage(event.currentTarget.value) && onChange({ language: event.currentTarget.value })
          }
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextInput {...text('frequency')} placeholder={t('fields.frequencyExample')} />
        <TextInput {...text('place')} className={classes.whole} description={t('fields.placeHint')} />
        <TextInput
          {...text('diagnosis')}
          className={classes.whole}
          description={t('fields.diagnosisHint')}
          placeholder={t('fields.diagnosisExample')}
        />
        <Textarea
          {...text('separately')}
          className={classes.whole}
          description={t('fields.separatelyHint')}
          autosize
          minRows={2}
          maxRows={8}
        />
      </div>
    </Section>
  )
}
