import type { ClientId } from '@attune/contract/common/ids'
import type { Diagnosis, DiagnosisFavorite } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import {
  diagnosisSystems,
  isDiagnosisCode,
  planLimits,
} from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { localDay } from '../../../../ui/page/date-text.ts'
import { DiagnosisFavorites } from './DiagnosisFavorites.tsx'
import { DiagnosisCodeField, NoCodeList } from '../../diagnosis-code/diagnosis-code.ts'
import classes from '../treatment-plan.module.css'
import { usePlanChange } from '../use-plan.ts'
import { type PlanDiagnosisValues, useSaveDiagnosis } from './use-save-diagnosis.ts'

type Props = { clientId: ClientId; saved: Diagnosis | null; onClose: () => void }

/**
 * Adds or edits a diagnosis, which can be searched by its name. Only the format of the code is checked. A code that is chosen from a list completes a
 * new diagnosis, so it is saved at once.
 */
export function DiagnosisDialog({ clientId, saved, onClose }: Props) {
  const { t } = useTranslation(['treatmentPlan', 'common'])
  const [values, setValues] = useDiagnosisValues(saved)
  const [checked, setChecked] = useState(false)
  const { change, problem } = useSaveDiagnosis({ clientId, saved, onDone: onClose })
  const save = (wanted: PlanDiagnosisValues) => {
    setChecked(true)
    if (isDiagnosisCode(wanted.system, wanted.code) && wanted.from && !endsEarly(wanted)) change.mutate(wanted)
  }
  const choose = (code: Partial<DiagnosisFavorite>) => {
    const wanted = { ...values, ...code }
    setValues(wanted)
    if (!saved) save(wanted)
  }
  const { code, text } = values
  return (
    <FormDialog
      wide
      title={t(saved ? 'diagnosis.editTitle' : 'diagnosis.addTitle')}
      submit={t('diagnosis.save')}
      back={t('common:cancel')}
      busy={change.isPending}
      dirty={code !== (saved?.code ?? '') || text !== (saved?.text ?? '')}
      problem={problem}
      onClose={onClose}
      onSubmit={() => save(values)}
    >
      {!saved && <DiagnosisFavorites onChoose={choose} />}
      <DiagnosisFields
        values={values}
        checked={checked}
        onChange={(part) => setValues({ ...values, ...part })}
        onChoose={choose}
      />
      {!saved && <p className={classes.quiet}>{t('diagnosis.chosenIsSaved')}</p>}
      <DiagnosisDays values={values} checked={checked} onChange={(part) => setValues({ ...values, ...part })} />
      {saved && <RemoveDiagnosis clientId={clientId} diagnosis={saved} onClose={onClose} />}
    </FormDialog>
  )
}

function useDiagnosisValues(saved: Diagnosis | null) {
  const locale = useLocale()
  return useState<PlanDiagnosisValues>(() =>
    saved
      ? { system: saved.system, code: saved.code, text: saved.text, from: saved.from, until: saved.until ?? '' }
      : { system: 'icd-10', code: '', text: '', from: localDay(new Date().toISOString(), locale), until: '' },
  )
}

type FieldsProps = {
  values: PlanDiagnosisValues
  checked: boolean
  onChange: (part: Partial<PlanDiagnosisValues>) => void
}
type CodeProps = FieldsProps & { onChoose: (code: Partial<DiagnosisFavorite>) => void }

function DiagnosisFields({ values: { system, code, text }, checked, onChange, onChoose }: CodeProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <>
      <SegmentedControl
        aria-label={t('diagnosis.systemLabel')}
        data={diagnosisSystems.map((value) => ({ value, label: t(`diagnosis.system.${value}`) }))}
        value={system}
        onChange={(value) => onChange({ system: diagnosisSystems.find((one) => one === value) ?? 'icd-10' })}
      />
      <div className={classes.codeAndText}>
        <DiagnosisCodeField
          // Remounts the field when the system changes, because the codes found in one system are not valid in the other.
          key={system}
          system={system}
          required
          autoFocus
          label={t('diagnosis.code')}
          placeholder={system === 'icd-10' ? 'F41.1' : '6A70.1'}
          value={code}
          error={checked && !isDiagnosisCode(system, code) && t('diagnosis.invalid')}
          onType={(typed) => onChange({ code: typed })}
          onChoose={(found) => onChoose({ code: found.code, text: found.title.slice(0, planLimits.diagnosisText) })}
        />
        <TextInput
          label={t('diagnosis.text')}
          autoComplete="off"
          maxLength={planLimits.diagnosisText}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </div>
      <NoCodeList system={system} className={classes.quiet} />
    </>
  )
}

const endsEarly = ({ from, until }: PlanDiagnosisValues) => until !== '' && until < from

function DiagnosisDays({ values, checked, onChange }: FieldsProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <div className={classes.pair}>
      <DateInput
        required
        label={t('diagnosis.from')}
        value={values.from}
        error={checked && values.from === '' && t('diagnosis.fromMissing')}
        onChange={(from) => onChange({ from })}
      />
      <DateInput
        label={t('diagnosis.until')}
        value={values.until}
        error={checked && endsEarly(values) && t('diagnosis.endsEarly')}
        onChange={(until) => onChange({ until })}
      />
    </div>
  )
}

type RemoveProps = { clientId: ClientId; diagnosis: Diagnosis; onClose: () => void }

/** A button that deletes a diagnosis that was entered by mistake, after a second click. */
function RemoveDiagnosis({ clientId, diagnosis, onClose }: RemoveProps) {
  const { t } = useTranslation('treatmentPlan')
  const [sure, setSure] = useState(false)
  const { change, problem } = usePlanChange({
    send: () => api.treatmentPlan.removeDiagnosis({ clientId, id: diagnosis.id }),
    done: t('diagnosis.removed'),
    onDone: onClose,
  })
  return (
    <div className={classes.remove}>
      <p className={classes.quiet}>{problem ?? t('diagnosis.removeHint')}</p>
      <Button
        variant={sure ? 'filled' : 'subtle'}
        color="red"
        size="compact-sm"
        loading={change.isPending}
        onClick={() => (sure ? change.mutate(undefined) : setSure(true))}
      >
        {t(sure ? 'diagnosis.removeSure' : 'diagnosis.remove')}
      </Button>
    </div>
  )
}
