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
  const { t } = useTranslation(['measure', 'common'])
  const edit = (at: number, part: Partial<MeasureOption>) => {
    const option = options[at]
    if (option) onChange({ options: options.with(at, { ...option, ...part }) })
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('item.options')}</legend>
      <div className={classes.hint}>{t('item.pointsHint')}</div>
      {options.map((option, at) => (
        <div key={option.id} className={classes.option}>
          <LocalTextField
            {...languages}
            aria-label={t('item.option', { number: at + 1 })}
            maxLength={measureLimits.option}
            value={option.text}
            onChange={(text) => edit(at, { text })}
          />
          <MeasureNumberInput
            aria-label={t('common:labelled', { label: t('item.points'), text: String(at + 1) })}
            size="sm"
            w={76}
            value={option.points}
            onChange={(points) => edit(at, { points })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('common:labelled', { label: t('item.removeOption'), text: String(at + 1) })}
            onClick={() => onChange({ options: options.toSpliced(at, 1) })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && <div className={classes.error}>{error}</div>}
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
    </fieldset>
  )
}
