import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { weekdayText } from '../../../../ui/page/date-text.ts'

type Props = { day: number; onCopy: (days: number[]) => void; onClose: () => void }

const week = [0, 1, 2, 3, 4, 5, 6]
const workdays = [0, 1, 2, 3, 4]

/** Asks for the weekdays to which the hours of one weekday are copied. */
export function CopyHoursDialog({ day, onCopy, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const { language } = useLocale()
  const [chosen, setChosen] = useState<number[]>([])
  const others = week.filter((other) => other !== day)
  const name = (of: number) => weekdayText(of + 1, language)
  return (
    <FormDialog
      title={t('copy.title', { day: name(day) })}
      submit={t('copy.submit')}
      back={t('back')}
      busy={false}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.length) onCopy(chosen)
        onClose()
      }}
    >
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setChosen(workdays.filter((other) => other !== day))}
        >
          {t('copy.workdays')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setChosen(others)}>
          {t('copy.all')}
        </Button>
      </Group>
      <Stack gap="xs" role="group" aria-label={t('copy.days')}>
        {others.map((other) => (
          <Checkbox
            key={other}
            label={name(other)}
            checked={chosen.includes(other)}
            onChange={(event) =>
              setChosen(event.currentTarget.checked ? [...chosen, other] : chosen.filter((one) => one !== other))
            }
          />
        ))}
      </Stack>
    </FormDialog>
  )
}
