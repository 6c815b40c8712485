import { maxReminders } from '@attune/contract/features/schedule/terms/terms.rules'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reminderHours } from '@attune/contract/common/constants'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { durationText } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { reminderChoices, nextReminder, type TermsProblems, type TermsDraft } from './terms-draft.ts'
import classes from './terms.module.css'

type Props = { draft: TermsDraft; problems: TermsProblems; onChange: (part: Partial<TermsDraft>) => void }

/**
 * Renders the fields for one to four reminders. Each reminder is sent to therapist and clients some time before the
 * session starts.
 */
export function ReminderFields({ draft, problems, onChange }: Props) {
  const { t } = useTranslation('terms')
  const { language } = useLocale()
  const all = draft.remindBefore
  const put = (remindBefore: number[]) => onChange({ remindBefore })
  const hour = (of: number) => `${String(of).padStart(2, '0')}:00`
  return (
    <Section
      title={t('remind.title')}
      hint={t('remind.hint', { from: hour(reminderHours.from), to: hour(reminderHours.to) })}
    >
      <ul className={classes.reminders}>
        {all.map((minutes, place) => (
          // The key is the position of the row, because two reminders may have the same value while the form is edited.
          <li key={place}>
            <NativeSelect
              aria-label={t('remind.which', { count: place + 1 })}
              value={String(minutes)}
              error={place > 0 && problems.remindBefore && all.indexOf(minutes) < place && t('problem.sameTwice')}
              data={reminderChoices(minutes).map((value) => ({
                value: String(value),
                label: t('remind.before', { length: durationText(value, language) }),
              }))}
              onChange={(event) => put(all.with(place, Number(event.currentTarget.value)))}
            />
            {all.length > 1 && (
              <ActionIcon
                aria-label={t('remind.remove', { length: durationText(minutes, language) })}
                onClick={() => put(all.toSpliced(place, 1))}
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {all.length < maxReminders && (
        <Button
          mt="sm"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => put([...all, nextReminder(all)])}
        >
          {t('remind.add')}
        </Button>
      )}
    </Section>
  )
}
