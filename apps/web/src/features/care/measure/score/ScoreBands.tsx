import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureProblem, MeasureScore } from '@attune/contract/features/care/measure/measure.schemas'
import { rangeOfScore } from '@attune/contract/features/care/measure/measure.scores'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MeasureNumberInput } from '../answer/MeasureNumberInput.tsx'
import { LocalTextField } from '../write/LocalTextField.tsx'
import classes from '../write/MeasureEditor.module.css'
import type { ScoreProps } from './ScoreFields.tsx'

const bandProblems = [
  'band-text',
  'band-order',
  'band-gap',
  'band-outside',
] as const satisfies MeasureProblem['problem'][]

/** Edits the bands of a score, each from its lowest value to the next band. */
export function ScoreBands({ content, score, problems, language, main, onChange }: ScoreProps) {
  const { t } = useTranslation(['measure', 'common'])
  const { bands } = score
  const set = (next: MeasureScore['bands']) => onChange({ ...score, bands: next })
  const from = bands.at(-1)?.from
  const first = rangeOfScore(content, score)?.from ?? 0
  return (
    <fieldset className={classes.group}>
      <legend>{t('score.bands')}</legend>
      <div className={classes.hint}>{t('score.bandsHint')}</div>
      {bands.map((band, at) => (
        <div key={at} className={classes.option}>
          <LocalTextField
            language={language}
            main={main}
            aria-label={t('common:labelled', { label: t('score.band'), text: String(at + 1) })}
            maxLength={measureLimits.band}
            value={band.text}
            onChange={(text) => set(bands.with(at, { ...band, text }))}
          />
          <MeasureNumberInput
            aria-label={t('common:labelled', { label: t('score.bandFrom'), text: String(at + 1) })}
            size="sm"
            w={76}
            value={band.from}
            onChange={(value) => value !== null && set(bands.with(at, { ...band, from: value }))}
          />
          <RemoveButton label={t('score.removeBand')} number={at + 1} onClick={() => set(bands.toSpliced(at, 1))} />
        </div>
      ))}
      {bandProblems
        .filter((problem) => problems.includes(problem))
        .map((problem) => (
          <div key={problem} className={classes.error}>
            {t(`problem.${problem}`)}
          </div>
        ))}
      <Button
        className={classes.start}
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={bands.length >= measureLimits.bands}
        onClick={() => set([...bands, { from: from === undefined ? first : from + 1, text: {} }])}
      >
        {t('score.addBand')}
      </Button>
    </fieldset>
  )
}

/** Edits the scores that the therapist must review. */
export function ScoreAlerts({ content, score, problems, onChange }: ScoreProps) {
  const { t } = useTranslation(['measure', 'common'])
  const { alerts } = score
  const set = (next: MeasureScore['alerts']) => onChange({ ...score, alerts: next })
  const range = rangeOfScore(content, score)
  return (
    <fieldset className={classes.group}>
      <legend>{t('score.alerts')}</legend>
      <div className={classes.hint}>{t('score.alertsHint')}</div>
      {alerts.map((alert, at) => (
        <div key={at} className={classes.option}>
          <NativeSelect
            aria-label={t('common:labelled', { label: t('score.alertWhen'), text: String(at + 1) })}
            value={alert.when}
            data={(['from', 'up-to'] as const).map((when) => ({ value: when, label: t(`score.alert.${when}`) }))}
            onChange={({ currentTarget: { value } }) =>
              set(alerts.with(at, { ...alert, when: value === 'up-to' ? 'up-to' : 'from' }))
            }
          />
          <MeasureNumberInput
            aria-label={t('common:labelled', { label: t('score.alertAt'), text: String(at + 1) })}
            size="sm"
            w={76}
            value={alert.at}
            onChange={(value) => value !== null && set(alerts.with(at, { ...alert, at: value }))}
          />
          <RemoveButton label={t('score.removeAlert')} number={at + 1} onClick={() => set(alerts.toSpliced(at, 1))} />
        </div>
      ))}
      {problems.includes('alert-outside') && <div className={classes.error}>{t('problem.alert-outside')}</div>}
      <Button
        className={classes.start}
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={alerts.length >= measureLimits.alerts}
        onClick={() =>
          set([
            ...alerts,
            score.better === 'lower' ? { when: 'from', at: range?.to ?? 0 } : { when: 'up-to', at: range?.from ?? 0 },
          ])
        }
      >
        {t('score.addAlert')}
      </Button>
    </fieldset>
  )
}

function RemoveButton({ label, number, onClick }: { label: string; number: number; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('labelled', { label, text: String(number) })}
      onClick={onClick}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}
