import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type {
  MeasureContent,
  MeasureProblem,
  MeasureScore,
} from '@attune/contract/features/care/measure/measure.schemas'
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../../ui/choice/ChoiceChips.tsx'
import { MeasureNumberInput } from '../answer/MeasureNumberInput.tsx'
import { LocalTextField, type TextLanguages } from '../write/LocalTextField.tsx'
import classes from '../write/MeasureEditor.module.css'
import { canGivePoints } from '../write/measure-parts.ts'
import { ScoreAlerts, ScoreBands } from './ScoreBands.tsx'

export type ScoreProps = TextLanguages & {
  content: MeasureContent
  score: MeasureScore
  problems: MeasureProblem['problem'][]
  onChange: (score: MeasureScore) => void
}

/** Edits a score: its items, how it is computed, and what its values mean. */
export function ScoreFields(props: ScoreProps) {
  const { t } = useTranslation('measure')
  const { score, problems, language, main, onChange } = props
  const has = (problem: MeasureProblem['problem']) => problems.includes(problem) && t(`problem.${problem}`)
  const most = Math.max(0, score.items.length - 1)
  return (
    <div className={classes.itemFields}>
      <LocalTextField
        language={language}
        main={main}
        label={t('score.title')}
        error={has('score-title')}
        maxLength={measureLimits.title}
        value={score.title}
        onChange={(title) => onChange({ ...score, title })}
      />
      <CountedItems {...props} />
      <ChoiceChips
        label={t('score.method')}
        value={score.method}
        options={(['sum', 'mean'] as const).map((value) => ({ value, label: t(`score.${value}`) }))}
        onChange={(method) => onChange({ ...score, method })}
      />
      <NativeSelect
        label={t('score.missing')}
        description={score.missingUpTo > 0 && t('score.missingHint')}
        error={has('missing-too-many')}
        value={String(score.missingUpTo)}
        data={Array.from({ length: Math.max(most, score.missingUpTo) + 1 }, (_, count) => ({
          value: String(count),
          label: count === 0 ? t('score.missingNone') : t('score.missingUpTo', { count }),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...score, missingUpTo: Number(value) })}
      />
      <ScoreBands {...props} />
      <ScoreAlerts {...props} />
      <ChoiceChips
        label={t('score.better')}
        value={score.better}
        options={(['lower', 'higher'] as const).map((value) => ({ value, label: t(`score.${value}`) }))}
        onChange={(better) => onChange({ ...score, better })}
      />
      <ReliableChange {...props} />
    </div>
  )
}

/** Chooses the items of a score, and those whose points are reversed. */
function CountedItems({ content, score, problems, language, main, onChange }: ScoreProps) {
  const { t } = useTranslation('measure')
  const wrong = (['score-empty', 'score-item'] as const).find((one) => problems.includes(one))
  const place = new Map(content.items.map(({ id }, at) => [id, at]))
  const set = (items: MeasureScore['items']) =>
    onChange({
      ...score,
      items: items.toSorted((one, other) => (place.get(one.item) ?? 0) - (place.get(other.item) ?? 0)),
    })
  return (
    <fieldset className={classes.group}>
      <legend>{t('score.counted')}</legend>
      <div className={classes.hint}>{t('score.reverseHint')}</div>
      {content.items.filter(canGivePoints).map(({ id, text }) => {
        const counted = score.items.find(({ item }) => item === id)
        const others = score.items.filter(({ item }) => item !== id)
        const label = `${(place.get(id) ?? 0) + 1}. ${text[language] || text[main] || t('item.untitled')}`
        return (
          <div key={id} className={classes.counted}>
            <Checkbox
              label={label}
              checked={counted !== undefined}
              onChange={() => set(counted ? others : [...others, { item: id, reverse: false }])}
            />
            {counted && (
              <Checkbox
                label={t('score.reverse')}
                aria-label={`${t('score.reverse')}: ${label}`}
                checked={counted.reverse}
                onChange={() => set([...others, { item: id, reverse: !counted.reverse }])}
              />
            )}
          </div>
        )
      })}
      {wrong && <div className={classes.error}>{t(`problem.${wrong}`)}</div>}
    </fieldset>
  )
}

function ReliableChange({ score, onChange }: ScoreProps) {
  const { t } = useTranslation('measure')
  const { reliableChange: change } = score
  return (
    <>
      <Switch
        label={t('score.reliable')}
        description={t('score.reliableHint')}
        checked={change !== null}
        onChange={(event) =>
          onChange({ ...score, reliableChange: event.currentTarget.checked ? { points: 5, source: '' } : null })
        }
      />
      {change && (
        <div className={classes.pair}>
          <MeasureNumberInput
            size="sm"
            label={t('score.reliablePoints')}
            value={change.points}
            onChange={(points) =>
              points !== null && points > 0 && onChange({ ...score, reliableChange: { ...change, points } })
            }
          />
          <TextInput
            label={t('score.reliableSource')}
            maxLength={measureLimits.source}
            value={change.source}
            onChange={({ currentTarget: { value: source } }) =>
              onChange({ ...score, reliableChange: { ...change, source } })
            }
          />
        </div>
      )}
    </>
  )
}
