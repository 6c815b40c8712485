import { yesAndNo } from '@attune/contract/features/care/measure/measure.scores'
import { conditionOperators, measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import type { MeasureCondition, MeasureItem } from '@attune/contract/features/care/measure/measure.schemas'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MeasureNumberInput } from '../answer/MeasureNumberInput.tsx'
import type { ItemProps } from './ItemFields.tsx'
import classes from './MeasureEditor.module.css'

const withoutValue = ['answered', 'not-answered']
const operatorsOf = ({ kind }: MeasureItem) =>
  conditionOperators.filter((operator) => kind === 'number' || operator.length > 2 || ['=', '!='].includes(operator))

/** Returns the first answer to an item, with which a new condition begins. */
function firstValue(item: MeasureItem | undefined): MeasureCondition['value'] {
  if (item?.kind === 'choice') return item.options[0]?.id ?? null
  if (item?.kind === 'yes-no') return true
  return item?.kind === 'number' ? (item.from ?? 0) : null
}
const firstCondition = (item: MeasureItem): MeasureCondition => {
  const value = firstValue(item)
  return { item: item.id, operator: value === null ? 'answered' : '=', value }
}

/** Edits the conditions under which an item is asked, each about an item above. */
export function ItemCondition({ item, before, problems, language, main, onChange }: ItemProps) {
  const { t } = useTranslation('measure')
  const askable = before.filter((one) => 'required' in one)
  const [last] = askable.slice(-1)
  const conditions = item.when?.conditions ?? []
  const set = (next: MeasureCondition[], join = item.when?.join ?? 'all') =>
    onChange({ ...item, when: next.length > 0 ? { join, conditions: next } : null })
  const wrong = (['condition-item', 'condition-value', 'condition-cycle'] as const).find((one) =>
    problems.includes(one),
  )
  if (!last && conditions.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{t('condition.title')}</legend>
      {conditions.length > 1 && <JoinSelect join={item.when?.join} onChange={(join) => set(conditions, join)} />}
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          condition={condition}
          items={askable}
          nameOf={({ id, text }) =>
            `${before.findIndex((one) => one.id === id) + 1}. ${text[language] || text[main] || ''}`
          }
          language={main}
          onChange={(next) => set(conditions.with(at, next))}
          onRemove={() => set(conditions.toSpliced(at, 1))}
        />
      ))}
      {wrong && <div className={classes.error}>{t(`problem.${wrong}`)}</div>}
      {last && (
        <Button
          className={classes.start}
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={conditions.length >= measureLimits.conditions}
          onClick={() => set([...conditions, firstCondition(last)])}
        >
          {t('condition.add')}
        </Button>
      )}
    </fieldset>
  )
}

type Join = NonNullable<MeasureItem['when']>['join']

/** Chooses whether all conditions must hold or only one of them. */
function JoinSelect({ join, onChange }: { join: Join | undefined; onChange: (join: Join) => void }) {
  const { t } = useTranslation('measure')
  return (
    <NativeSelect
      aria-label={t('condition.join')}
      value={join}
      data={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`condition.${one}`) }))}
      onChange={({ currentTarget: { value } }) => onChange(value === 'any' ? 'any' : 'all')}
    />
  )
}

type RowProps = {
  condition: MeasureCondition
  items: MeasureItem[]
  nameOf: (item: MeasureItem) => string
  language: ItemProps['language']
  onChange: (condition: MeasureCondition) => void
  onRemove: () => void
}

function ConditionRow({ condition, items, nameOf, language, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('measure')
  const asked = items.find(({ id }) => id === condition.item)
  const setOperator = (operator: MeasureCondition['operator']) =>
    onChange({
      ...condition,
      operator,
      value: withoutValue.includes(operator) ? null : (condition.value ?? firstValue(asked) ?? ''),
    })
  return (
    <div className={classes.condition}>
      <NativeSelect
        aria-label={t('condition.item')}
        value={condition.item}
        data={[
          ...(asked ? [] : [{ value: condition.item, label: t('condition.gone') }]),
          ...items.map((item) => ({ value: item.id, label: nameOf(item) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const next = items.find(({ id }) => id === value)
          if (next) onChange(firstCondition(next))
        }}
      />
      <NativeSelect
        aria-label={t('condition.operator')}
        value={condition.operator}
        data={(asked ? operatorsOf(asked) : [condition.operator]).map((operator) => ({
          value: operator,
          label: t(`condition.is.${operator}`),
        }))}
        onChange={({ currentTarget: { value } }) => setOperator(value as MeasureCondition['operator'])}
      />
      {condition.value !== null && asked && (
        <ConditionValue condition={condition} item={asked} language={language} onChange={onChange} />
      )}
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('condition.remove')} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type ValueProps = Pick<RowProps, 'condition' | 'language' | 'onChange'> & { item: MeasureItem }

function ConditionValue({ condition, item, language, onChange }: ValueProps) {
  const { t } = useTranslation('measure')
  const label = t('condition.value')
  const { value } = condition
  if (item.kind === 'number') {
    return (
      <MeasureNumberInput
        aria-label={label}
        size="sm"
        w={90}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => next !== null && onChange({ ...condition, value: next })}
      />
    )
  }
  if (item.kind === 'choice' || item.kind === 'yes-no') {
    const options =
      item.kind === 'choice'
        ? item.options.map(({ id, text }, at) => ({ value: id, label: text[language] || String(at + 1) }))
        : yesAndNo[language].map((text, at) => ({ value: String(at === 0), label: text }))
    return (
      <NativeSelect
        aria-label={label}
        value={String(value)}
        data={options}
        onChange={({ currentTarget: { value: next } }) =>
          onChange({ ...condition, value: item.kind === 'choice' ? next : next === 'true' })
        }
      />
    )
  }
  return (
    <TextInput
      aria-label={label}
      maxLength={255}
      value={String(value)}
      onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
    />
  )
}
