import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parseTimeEntry } from './time-entry.ts'
import { useTypedEntry, type EntryProps } from './use-typed-entry.ts'

/** A field for a clock time in the 24-hour format. `value` is `HH:MM`, or empty while the typed text is not a time. */
export function TimeInput(props: EntryProps) {
  const { t } = useTranslation()
  const field = useTypedEntry(props, {
    parse: parseTimeEntry,
    format: (time) => time,
    problem: t('entry.timeInvalid', { example: '14:30' }),
  })
  return <TextInput {...field} />
}
