import { invoiceLengths } from '@attune/contract/features/billing/invoice/invoice.rules'
import { printsDiagnosis } from '@attune/contract/features/billing/payer/payer.rules'
import { NativeSelect, Switch, TextInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import type { DraftFieldsProps } from './fields.ts'
import classes from './DraftEditor.module.css'

/** Edits the language, reference and note of a draft and, where the law permits it, the diagnosis. */
export function DraftTextsCard({ invoice, content, onChange }: DraftFieldsProps) {
  const { t } = useTranslation('invoiceDraft')
  return (
    <Section title={t('texts.title')}>
      <div className={classes.fields}>
        <NativeSelect
          label={t('texts.language')}
          value={content.language}
          onChange={(event) =>
            isLanguage(event.currentTarget.value) && onChange({ language: event.currentTarget.value })
          }
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextInput
          className={classes.wide}
          label={t('texts.reference')}
          maxLength={invoiceLengths.reference}
          data-field="reference"
          value={content.reference}
          onChange={(event) => onChange({ reference: event.currentTarget.value })}
        />
        <Textarea
          className={classes.whole}
          label={t('texts.note')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={invoiceLengths.note}
          data-field="note"
          value={content.note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
        {printsDiagnosis(invoice.sheet.seller.country) && <DiagnosisFields content={content} onChange={onChange} />}
      </div>
    </Section>
  )
}

function DiagnosisFields({ content, onChange }: Pick<DraftFieldsProps, 'content' | 'onChange'>) {
  const { t } = useTranslation('invoiceDraft')
  return (
    <>
      <Switch
        className={classes.whole}
        label={t('diagnosis.show')}
        description={t('diagnosis.hint')}
        checked={content.showDiagnosis}
        onChange={(event) => onChange({ showDiagnosis: event.currentTarget.checked })}
      />
      {content.showDiagnosis && (
        <TextInput
          className={classes.whole}
          label={t('diagnosis.text')}
          maxLength={invoiceLengths.diagnosis}
          data-field="diagnosis"
          value={content.diagnosis}
          onChange={(event) => onChange({ diagnosis: event.currentTarget.value })}
        />
      )}
    </>
  )
}
