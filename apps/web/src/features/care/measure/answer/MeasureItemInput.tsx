import type { Language } from '@attune/contract/common/text/text.schemas'
import type { LocalText, MeasureAnswers, MeasureItem } from '@attune/contract/features/care/measure/measure.schemas'
import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import { answerTo, askedItems, textOf, yesAndNo } from '@attune/contract/features/care/measure/measure.scores'
import { isFilled } from '@attune/contract/common/text/text'
import { Textarea } from '@mantine/core'
import { Fragment, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './MeasureItemInput.module.css'
import { MeasureNumberInput } from './MeasureNumberInput.tsx'

type Props = {
  items: MeasureItem[]
  answers: MeasureAnswers
  onChange: (answers: MeasureAnswers) => void
  /** The language in which the items are shown, if they have texts in it. */
  language: Language
  mainLanguage: Language
  /** The ids of the items to show, for a screen that asks one question; all by default. */
  only?: readonly string[]
  /** The ids of the items that are marked because their answer is missing. */
  missing?: readonly string[]
  /** Returns a notice below an item, such as the emergency numbers. */
  after?: (item: MeasureItem) => ReactNode
}

/** Shows the items of a measure that are asked with the given answers, with fields for their answers. */
export function MeasureItemInput({ items, answers, onChange, only, missing = [], after, ...languages }: Props) {
  const asked = askedItems({ items }, answers)
  const numbers = items.filter((item) => 'required' in item).map(({ id }) => id)
  return (
    <div className={classes.items}>
      {items
        .filter(({ id }) => asked.has(id) && (!only || only.includes(id)))
        .map((item) => (
          <Fragment key={item.id}>
            <ItemField
              {...languages}
              item={item}
              number={numbers.indexOf(item.id) + 1}
              value={answerTo(answers, item.id)}
              isMissing={missing.includes(item.id)}
              onValue={(value) => onChange({ ...answers, [item.id]: value })}
            />
            {after?.(item)}
          </Fragment>
        ))}
    </div>
  )
}

type Answer = MeasureAnswers[string]
type Languages = Pick<Props, 'language' | 'mainLanguage'>
type FieldProps<Item = MeasureItem> = Languages & {
  item: Item
  number: number
  value: Answer
  isMissing: boolean
  onValue: (value: Answer) => void
}

/** Returns a text with the language in which it is shown. */
const shown = (local: LocalText, { language, mainLanguage }: Languages) => ({
  text: textOf(local, language, mainLanguage),
  lang: isFilled(local[language] ?? '') ? language : mainLanguage,
})

function ItemField(props: FieldProps) {
  const { item } = props
  const { text, lang } = shown(item.text, props)
  switch (item.kind) {
    case 'group':
      return (
        <h3 className={classes.group} lang={lang}>
          {text}
        </h3>
      )
    case 'display':
      return (
        <p className={classes.display} lang={lang}>
          {text}
        </p>
      )
    case 'choice':
    case 'yes-no':
      return <ChoiceField {...props} item={item} />
    case 'number':
      return <NumberField {...props} item={item} />
    case 'text':
      return <TextField {...props} />
  }
}

type Asked = Extract<MeasureItem, { required: boolean }>

/** The text of a question with its number, and whether its answer is required. */
function Question({ item, number, ...languages }: Languages & { item: Asked; number: number }) {
  const { text, lang } = shown(item.text, languages)
  return (
    <span lang={lang}>
      {number}. {text}
      {item.required && <span aria-hidden> *</span>}
    </span>
  )
}

type ChoiceItem = Extract<MeasureItem, { kind: 'choice' | 'yes-no' }>

const optionsOf = (item: ChoiceItem, props: Languages) =>
  item.kind === 'choice'
    ? item.options.map((option) => ({ value: option.id as Answer, ...shown(option.text, props) }))
    : yesAndNo[props.language].map((text, at) => ({ value: at === 0, text, lang: props.language }))

function ChoiceField(props: FieldProps<ChoiceItem>) {
  const { t } = useTranslation('measureItem')
  const { item, number, value, isMissing, onValue, language, mainLanguage } = props
  const name = useId()
  return (
    <fieldset
      id={`item-${item.id}`}
      className={classes.item}
      aria-describedby={isMissing ? `${name}-missing` : undefined}
    >
      <legend>
        <Question item={item} number={number} language={language} mainLanguage={mainLanguage} />
      </legend>
      <div className={classes.options}>
        {optionsOf(item, props).map((option) => (
          <label key={String(option.value)} className={classes.option} lang={option.lang}>
            <input
              type="radio"
              name={name}
              required={item.required}
              checked={value === option.value}
              onChange={() => onValue(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
      {!item.required && value !== null && (
        <button type="button" className={classes.clear} onClick={() => onValue(null)}>
          {t('clear')}
        </button>
      )}
      {isMissing && (
        <div id={`${name}-missing`} className={classes.error}>
          {t('missing')}
        </div>
      )}
    </fieldset>
  )
}

function NumberField(props: FieldProps<Extract<MeasureItem, { kind: 'number' }>>) {
  const { t } = useTranslation('measureItem')
  const { item, number, value, isMissing, onValue, language, mainLanguage } = props
  const { from, to } = item
  const limits = from !== null && to !== null ? 'between' : from !== null ? 'from' : to !== null ? 'upTo' : null
  return (
    <div id={`item-${item.id}`} className={classes.item}>
      <MeasureNumberInput
        label={<Question item={item} number={number} language={language} mainLanguage={mainLanguage} />}
        description={limits && t(`limits.${limits}`, { from, to })}
        unit={item.unit}
        unitLang={mainLanguage}
        isWhole={item.isWhole}
        aria-required={item.required}
        error={isMissing && t('missing')}
        value={typeof value === 'number' ? value : null}
        onChange={onValue}
      />
    </div>
  )
}

function TextField({ item, number, value, isMissing, onValue, ...languages }: FieldProps) {
  const { t } = useTranslation('measureItem')
  if (item.kind !== 'text') return null
  return (
    <div id={`item-${item.id}`} className={classes.item}>
      <Textarea
        label={<Question item={item} number={number} {...languages} />}
        aria-required={item.required}
        error={isMissing && t('missing')}
        size="md"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={measureLimits.answer}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  )
}
