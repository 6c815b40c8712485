import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureItem, MeasureProblem } from '@attune/contract/features/care/measure/measure.schemas'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MeasureNumberInput } from '../answer/MeasureNumberInput.tsx'
import { ItemCondition } from './ItemCondition.tsx'
import { ItemOptions } from './ItemOptions.tsx'
import { LocalTextField, type TextLanguages } from './LocalTextField.tsx'
import classes from './MeasureEditor.module.css'

export type ItemProps<Item = MeasureItem> = TextLanguages & {
  item: Item
  /** The items above, to which groups and conditions refer. */
  before: MeasureItem[]
  problems: MeasureProblem['problem'][]
  onChange: (item: MeasureItem) => void
  onRepeat: () => void
}

/** Edits an item: its text, and what its kind needs. */
export function ItemFields(props: ItemProps) {
  const { t } = useTranslation('measure')
  const { item, before, problems, onChange, onRepeat, ...languages } = props
  const has = (problem: MeasureProblem['problem']) => problems.includes(problem) && t(`problem.${problem}`)
  const above = before.findLast((one) => one.kind === 'choice')?.options ?? null
  return (
    <div className={classes.itemFields}>
      <LocalTextField
        {...languages}
        label={t(item.kind === 'group' ? 'item.heading' : item.kind === 'display' ? 'item.text' : 'item.question')}
        error={has('text')}
        maxLength={measureLimits.item}
        value={item.text}
        onChange={(text) => onChange({ ...item, text })}
      />
      {item.kind === 'choice' && (
        <ItemOptions
          {...languages}
          item={item}
          above={above}
          error={has('options') || has('points')}
          onChange={(part) => onChange({ ...item, ...part })}
          onRepeat={onRepeat}
        />
      )}
      {item.kind === 'yes-no' && <YesNoPoints item={item} error={has('points')} onChange={onChange} />}
      {item.kind === 'number' && (
        <NumberLimits item={item} error={has('number-range') || has('reverse-without-range')} onChange={onChange} />
      )}
      {'required' in item && (
        <Switch
          label={t('item.required')}
          checked={item.required}
          onChange={(event) => onChange({ ...item, required: event.currentTarget.checked })}
        />
      )}
      {'selfHarmFrom' in item && <SelfHarm item={item} error={has('self-harm-outside')} onChange={onChange} />}
      <GroupSelect {...props} />
      <ItemCondition {...props} />
    </div>
  )
}

type KindProps<Kind extends MeasureItem['kind']> = {
  item: Extract<MeasureItem, { kind: Kind }>
  error: string | false
  onChange: (item: MeasureItem) => void
}

function YesNoPoints({ item, error, onChange }: KindProps<'yes-no'>) {
  const { t } = useTranslation('measure')
  const { points } = item
  return (
    <>
      <Switch
        label={t('item.givesPoints')}
        checked={points !== null}
        onChange={(event) => onChange({ ...item, points: event.currentTarget.checked ? { yes: 1, no: 0 } : null })}
      />
      {points && (
        <div className={classes.pair}>
          {(['yes', 'no'] as const).map((answer) => (
            <MeasureNumberInput
              key={answer}
              size="sm"
              label={t(`item.${answer}`)}
              error={error}
              value={points[answer]}
              onChange={(value) => value !== null && onChange({ ...item, points: { ...points, [answer]: value } })}
            />
          ))}
        </div>
      )}
    </>
  )
}

function NumberLimits({ item, error, onChange }: KindProps<'number'>) {
  const { t } = useTranslation('measure')
  return (
    <>
      <div className={classes.pair}>
        {(['from', 'to'] as const).map((limit) => (
          <MeasureNumberInput
            key={limit}
            size="sm"
            label={t(`item.${limit}`)}
            error={error}
            value={item[limit]}
            onChange={(value) => onChange({ ...item, [limit]: value })}
          />
        ))}
        <TextInput
          label={t('item.unit')}
          maxLength={measureLimits.unit}
          value={item.unit}
          onChange={(event) => onChange({ ...item, unit: event.currentTarget.value })}
        />
      </div>
      <Switch
        label={t('item.isWhole')}
        checked={item.isWhole}
        onChange={(event) => onChange({ ...item, isWhole: event.currentTarget.checked })}
      />
    </>
  )
}

function SelfHarm({ item, error, onChange }: KindProps<'choice' | 'yes-no' | 'number'>) {
  const { t } = useTranslation('measure')
  const { selfHarmFrom } = item
  return (
    <>
      <Switch
        label={t('item.selfHarm')}
        description={t('item.selfHarmHint')}
        checked={selfHarmFrom !== null}
        onChange={(event) => onChange({ ...item, selfHarmFrom: event.currentTarget.checked ? 1 : null })}
      />
      {selfHarmFrom !== null && (
        <MeasureNumberInput
          size="sm"
          w={200}
          label={t('item.selfHarmFrom')}
          error={error}
          value={selfHarmFrom}
          onChange={(value) => value !== null && onChange({ ...item, selfHarmFrom: value })}
        />
      )}
    </>
  )
}

/** Chooses the group of an item among the groups above it. */
function GroupSelect({ item, before, problems, language, main, onChange }: ItemProps) {
  const { t } = useTranslation('measure')
  const groups = before.filter(({ kind }) => kind === 'group')
  if (groups.length === 0 && item.parent === null) return null
  return (
    <NativeSelect
      label={t('item.group')}
      error={problems.includes('parent') && t('problem.parent')}
      value={item.parent ?? ''}
      data={[
        { value: '', label: t('item.noGroup') },
        ...groups.map(({ id, text }) => ({ value: id, label: text[language] || text[main] || t('kind.group') })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ ...item, parent: value || null })}
    />
  )
}
