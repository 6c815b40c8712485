import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { maxSafetyLines } from '@attune/contract/features/practice/administration/administration.rules'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { emptySafetyLine, numberLengths } from './form.ts'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import classes from '../settings/settings.module.css'

type Line = CountryNumbersSetting['lines'][number]
type Props = {
  line: Line
  at: number
  problems: { name: boolean; phone: boolean } | undefined
  onChange: (part: Partial<Line>) => void
  onRemove: () => void
}

/** The fields of all crisis lines of a country. */
export function SafetyLines(props: {
  lines: readonly Line[]
  problems: readonly Props['problems'][]
  onChange: (lines: Line[]) => void
}) {
  const { t } = useTranslation('adminSettings')
  const { lines, problems, onChange } = props
  const edit = (at: number, part: Partial<Line>) =>
    onChange(lines.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <>
      {lines.map((one, at) => (
        <SafetyLineFields
          key={at}
          line={one}
          at={at}
          problems={problems[at]}
          onChange={(part) => edit(at, part)}
          onRemove={() => onChange(lines.filter((_, index) => index !== at))}
        />
      ))}
      {lines.length < maxSafetyLines && (
        <div>
          <AddButton onClick={() => onChange([...lines, emptySafetyLine])}>{t('numbers.addLine')}</AddButton>
        </div>
      )}
    </>
  )
}

/** The fields of one crisis line: name, number, and whether it is available around the clock. */
function SafetyLineFields({ line, at, problems, onChange, onRemove }: Props) {
  const { t } = useTranslation('adminSettings')
  return (
    <div className={classes.line} role="group" aria-label={t('numbers.line', { number: at + 1 })}>
      <TextInput
        label={t('numbers.lineName')}
        value={line.name}
        maxLength={numberLengths.name}
        error={problems?.name && t('numbers.nameMissing')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('numbers.phone')}
        type="tel"
        value={line.phone}
        maxLength={numberLengths.phone}
        error={problems?.phone && t('numbers.phoneWrong')}
        onChange={(event) => onChange({ phone: event.currentTarget.value })}
      />
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={t('numbers.always')}
          checked={line.always}
          onChange={(event) => onChange({ always: event.currentTarget.checked })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('numbers.removeLineOf', { number: at + 1 })}
          onClick={onRemove}
        >
          {t('numbers.removeLine')}
        </Button>
      </Group>
    </div>
  )
}
