import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MeasureNumberInput } from '../answer/MeasureNumberInput.tsx'
import { LocalTextField, type TextLanguages } from './LocalTextField.tsx'
import classes from './MeasureEditor.module.css'
import { nextOption, type ChoiceItem, type MeasureOption } from './measure-parts.ts'

type Props = TextLanguages & {
  item: ChoiceItem
  /** The options of the nearest choice above; null if there is none. */
  above: MeasureOption[] | null
  error: string | false
  onChange: (part: Pick<ChoiceItem, 'options'>) => void
  onRepeat: () => void
}

/** Edits the options of a choice, each with its points. */
export function ItemOptions({ item: { options }, above, error, onChange, onRepeat, ...languages }: Props) {
  const { t } = useTranslation('measure')
  const edit = (at: number, part: Partial<MeasureOption>) => {
    const option = options[at]
    if (option) onChange({ options: options.with(at, { ...option, ...part }) })
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('item.options')}</legend>
      <div className={classes.hint}>{t('item.pointsHint')}</div>
      {options.map((option, at) => (
        <OptionRow
          key={option.id}
          {...languages}
          option={option}
          number={at + 1}
          onChange={(part) => edit(at, part)}
          onRemove={() => onChange({ options: options.toSpliced(at, 1) })}
        />
      ))}
      {error && <div className={classes.error}>{error}</div>}
      <OptionButtons options={options} above={above} onChange={onChange} onRepeat={onRepeat} />
    </fieldset>
  )
}

type RowProps = TextLanguages & {
  option: MeasureOption
  number: number
  onChange: (part: Partial<MeasureOption>) => void
  onRemove: () => void
}

/** Edits the text and the points of an option. A button removes it. */
function OptionRow({ option, number, onChange, onRemove, ...languages }: RowProps) {
  const { t } = useTranslation(['measure', 'common'])
  return (
    <div className={classes.option}>
      <LocalTextField
        {...languages}
        aria-label={t('item.option', { number })}
        maxLength={measureLimits.option}
        value={option.text}
        onChange={(text) => onChange({ text })}
      />
      <MeasureNumberInput
        aria-label={t('common:labelled', { label: t('item.points'), text: String(number) })}
        size="sm"
        w={76}
        value={option.points}
        onChange={(points) => onChange({ points })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('common:labelled', { label: t('item.removeOption'), text: String(number) })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type ButtonProps = Pick<Props, 'above' | 'onChange' | 'onRepeat'> & Pick<ChoiceItem, 'options'>

/** Shows the buttons that add an option, copy the options of the choice above, and add an item with the same options. */
function OptionButtons({ options, above, onChange, onRepeat }: ButtonProps) {
  const { t } = useTranslation('measure')
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={options.length >= measureLimits.options}
        onClick={() => onChange({ options: [...options, nextOption(options)] })}
      >
        {t('item.addOption')}
      </Button>
      {above && (
        <Button variant="default" size="compact-md" onClick={() => onChange({ options: above })}>
          {t('item.copyOptions')}
        </Button>
      )}
      <Button variant="default" size="compact-md" onClick={onRepeat}>
        {t('item.sameOptions')}
      </Button>
    </div>
  )
}
