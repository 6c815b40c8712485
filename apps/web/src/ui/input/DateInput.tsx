import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useLocale } from '../../platform/settings/use-locale.ts'
import { dateEntryText, parseDateEntry } from './date-entry.ts'
import classes from './DateInput.module.css'
import { localDay } from '../page/date-text.ts'
import { useTypedEntry, type EntryProps } from './use-typed-entry.ts'

const DayPicker = lazyNamed(() => import('./DayPicker.tsx'), 'DayPicker')

type Props = EntryProps & {
  /** Whether days after today are rejected. Today itself can be entered. */
  past?: boolean
}

/**
 * A field for a calendar day, in the format of the reader's language. The day can be typed or picked from a calendar.
 * `value` is `YYYY-MM-DD`, or empty while the typed text is not a day.
 */
export function DateInput({ past = false, ...props }: Props) {
  const { t } = useTranslation()
  const { language, zone } = useLocale()
  const [open, setOpen] = useState(false)
  const [now] = useState(() => new Date().toISOString())
  const today = localDay(now, { language, zone })
  const max = past ? today : undefined
  const field = useTypedEntry(props, {
    parse: (typed) => parseDateEntry(typed, { language, today, max }),
    format: (day) => dateEntryText(day, language),
    problem: t('entry.dateInvalid', { example: dateEntryText(today, language) }),
  })
  return (
    <div className={classes.field}>
      <TextInput
        {...field}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('entry.openCalendar')}
            aria-expanded={open}
            disabled={props.disabled}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={18} />
          </ActionIcon>
        }
      />
      {open && (
        <DayPicker
          value={props.value}
          today={today}
          max={max}
          language={language}
          onClose={() => setOpen(false)}
          onChange={props.onChange}
        />
      )}
    </div>
  )
}
