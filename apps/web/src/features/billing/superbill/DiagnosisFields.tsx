import { diagnosisLetters, superbillLimits } from '@attune/contract/features/billing/superbill/superbill.rules'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../platform/api/api.ts'
import { DiagnosisCodeField, NoCodeList } from '../../care/diagnosis-code/diagnosis-code.ts'
import { type DiagnosisValues, isDiagnosis, type SuperbillValues } from './superbill-values.ts'
import classes from './superbill.module.css'

type Props = { values: SuperbillValues; checked: boolean; onChange: (values: SuperbillValues) => void }

/** The diagnoses of a superbill: each a code of ICD-10-CM, which can be searched by its name, with an optional text. */
export function DiagnosisFields({ values, checked, onChange }: Props) {
  const { t } = useTranslation('superbill')
  const { diagnoses } = values
  const set = (next: DiagnosisValues[]) => onChange({ ...values, diagnoses: next })
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('diagnosis.title')}</legend>
      <p className={classes.hint}>{t('diagnosis.hint')}</p>
      {diagnoses.map((diagnosis, index) => (
        <DiagnosisRow
          key={diagnosis.key}
          diagnosis={diagnosis}
          letter={diagnosisLetters[index] ?? ''}
          invalid={checked && !isDiagnosis(diagnosis)}
          onChange={(part) => set(diagnoses.with(index, { ...diagnosis, ...part }))}
          onRemove={diagnoses.length > 1 ? () => set(diagnoses.toSpliced(index, 1)) : null}
        />
      ))}
      <NoCodeList system="icd-10-cm" className={classes.hint} />
      {diagnoses.length < superbillLimits.diagnoses && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set([...diagnoses, { key: createId(), code: '', text: '' }])}
          >
            {t('diagnosis.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type RowProps = {
  diagnosis: DiagnosisValues
  letter: string
  invalid: boolean
  onChange: (part: Partial<DiagnosisValues>) => void
  onRemove: (() => void) | null
}

function DiagnosisRow({ diagnosis: { code, text }, letter, invalid, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('superbill')
  return (
    <>
      <div className={classes.diagnosis}>
        <DiagnosisCodeField
          system="icd-10-cm"
          label={t('diagnosis.code', { letter })}
          placeholder="F41.1"
          value={code}
          error={invalid}
          describedBy={invalid ? `diagnosis-${letter}` : undefined}
          onType={(typed) => onChange({ code: typed })}
          onChoose={(found) =>
            onChange({ code: found.code, text: found.title.slice(0, superbillLimits.diagnosisText) })
          }
        />
        <TextInput
          label={t('diagnosis.text')}
          autoComplete="off"
          maxLength={superbillLimits.diagnosisText}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        {onRemove && (
          <ActionIcon variant="subtle" size={36} aria-label={t('diagnosis.remove', { letter })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {invalid && (
        <p id={`diagnosis-${letter}`} role="alert" className={classes.error}>
          {t('diagnosis.invalid')}
        </p>
      )}
    </>
  )
}
