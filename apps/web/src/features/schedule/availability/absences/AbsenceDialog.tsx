import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { cityOf } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { AbsenceFields } from './AbsenceFields.tsx'
import { useAbsenceForm } from './use-absence-form.ts'

type Props = {
  /** The absence to edit; null adds a new absence. */
  absence: Absence | null
  zone: string
  onSaved: (absence: Absence, hits: number) => void
  onClose: () => void
}

/** Adds or edits an absence (time off). Before saving, shows how many sessions are in that time. */
export function AbsenceDialog({ absence, zone, onSaved, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const { draft, entry, wrong, save, change, submit, hits } = useAbsenceForm(absence, zone, onSaved)
  return (
    <FormDialog
      wide
      title={t(absence ? 'away.edit' : 'away.new')}
      submit={t('save')}
      back={t('back')}
      busy={save.isPending}
      dirty={draft.dirty}
      problem={save.isError && t('failed')}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftCallout draft={draft} />
      <AbsenceFields entry={entry} wrong={wrong} onChange={change} />
      <Text size="sm" c="dimmed">
        {t('away.then', { city: cityOf(zone) })}
      </Text>
      <div aria-live="polite">{hits > 0 && <Callout kind="warning">{t('away.willHit', { count: hits })}</Callout>}</div>
    </FormDialog>
  )
}
