import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { cityOf } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { SaveBar } from './SaveBar.tsx'
import { openMinutesPerWeek, timetableHasProblems } from './draft.ts'
import { useOpenHoursText } from './use-open-hours-text.ts'
import type { TimetableFormState } from './use-timetable-form.ts'

type Props = { form: TimetableFormState; zone: string; onPreview: () => void; onDiscard: () => void }

/** Shows the available hours per week, the time zone, and the buttons for preview, save and discard. */
export function TimetableHeader({ form, zone, onPreview, onDiscard }: Props) {
  const { t } = useTranslation('timetable')
  const length = useOpenHoursText()
  const { now, changes, save, submit } = form
  return (
    <PageHeader
      title={t('title')}
      facts={
        <MetaList size={14}>
          {t('open', { length: length(openMinutesPerWeek(now)) })}
          {t('zone', { city: cityOf(zone) })}
        </MetaList>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
            disabled={timetableHasProblems(now)}
            onClick={onPreview}
          >
            {t('preview.open')}
          </Button>
          <SaveBar changes={changes} busy={save.isPending} onSave={() => submit()} onDiscard={onDiscard} />
        </>
      }
    />
  )
}
