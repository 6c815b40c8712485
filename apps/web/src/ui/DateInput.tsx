import './styles-overlay.ts'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../platform/lazy-named.ts'
import { useLocale } from '../platform/use-locale.ts'
import { dateEntryText, parseDateEntry } from './date-entry.ts'
import { localDay } from './page/date-text.ts'
import { useTypedEntry, type EntryProps } from './use-typed-entry.ts'

const DayPicker = lazyNamed(() => import('./DayPicker.tsx'), 'DayPicker')

type Props = EntryProps & {
  /** The last day that can be chosen, as `YYYY-MM-DD`. */
  max?: string
}

/**
 * A field for a calendar day, in the format of the reader's language. The day can be typed or picked from a calendar. `value` is
 * `YYYY-MM-DD`, or empty while the text is no day.
 */
export function DateInput({ max, ...props }: Props) {
  const { t } = useTranslation()
  const { language, zone } = useLocale()
  const [open, setOpen] = useState(false)
  const today = localDay(new Date().toISOString(), { language, zone })
  const field = useTypedEntry(props, {
    parse: (typed) => parseDateEntry(typed, { language, today, max }),
    format: (day) => dateEntryText(day, language),
    problem: t('entry.dateInvalid', { example: dateEntryText(today, language) }),
  })
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
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
              onClick={() => setOpen(!open)}
            >
              <IconCalendar size={18} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <DayPicker
            value={props.value}
            today={today}
            max={max}
            language={language}
            onChange={(day) => {
              props.onChange(day)
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
