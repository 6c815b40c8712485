import type { Absence, Availability } from '@attune/contract/features/schedule/availability/availability'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import { AbsenceList } from '../absences/AbsenceList.tsx'
import { AbsenceSessions } from '../absences/AbsenceSessions.tsx'
import { DayOverrides } from '../overrides/DayOverrides.tsx'
import { BookingRulesFields } from './BookingRulesFields.tsx'
import { TimetableHeader } from './TimetableHeader.tsx'
import { TimetableNotices } from './TimetableNotices.tsx'
import { WeeklyHours } from '../week/WeeklyHours.tsx'
import classes from './timetable.module.css'
import { useTimetableForm, type TimetableFormState } from './use-timetable-form.ts'

const TimetablePreviewDialog = lazyNamed(() => import('./TimetablePreviewDialog.tsx'), 'TimetablePreviewDialog')

/**
 * Edits the weekly hours and the booking rules, which are saved together. Also edits day overrides and absences; each
 * of these is saved separately.
 */
export function TimetableForm({ saved }: { saved: Availability }) {
  const frame = useRef<HTMLDivElement>(null)
  const form = useTimetableForm(saved, frame)
  const { now, change } = form
  const [previewing, setPreviewing] = useState(false)
  const [shownAbsence, setShownAbsence] = useState<Absence | null>(null)
  const terms = useQuery(orpc.terms.mine.queryOptions({ input: {} }))
  const defaultLocation = terms.data?.location ?? ''
  return (
    <div ref={frame} className={classes.form}>
      <TimetableHeader
        form={form}
        zone={saved.zone}
        onPreview={() => setPreviewing(true)}
        onDiscard={() => form.takeSaved(saved)}
      />
      <div className={classes.notes}>
        {shownAbsence && <AbsenceSessions absence={shownAbsence} onClose={() => setShownAbsence(null)} />}
        <TimetableNotices form={form} />
      </div>
      <div className={classes.columns}>
        <div>
          <WeeklyHours days={now.days} defaultLocation={defaultLocation} onChange={(days) => change({ days })} />
          <DayOverrides
            days={saved.days}
            zone={saved.zone}
            weekly={form.savedTimetable.days}
            defaultLocation={defaultLocation}
          />
        </div>
        <div>
          <BookingRulesFields
            rules={now.rules}
            proposes={terms.data?.proposeTimes}
            onChange={(part) => change({ rules: { ...now.rules, ...part } })}
          />
          <AbsenceList zone={saved.zone} onHits={setShownAbsence} />
        </div>
      </div>
      <LeaveGuard form={form} />
      {previewing && <TimetablePreviewDialog week={now} onClose={() => setPreviewing(false)} />}
    </div>
  )
}

function LeaveGuard({ form: { changes, save, draft } }: { form: TimetableFormState }) {
  const { t } = useTranslation('timetable')
  return (
    <UnsavedChangesGuard
      when={changes > 0 && !save.isPending}
      title={t('leave.title')}
      text={t('leave.text')}
      stay={t('leave.stay')}
      leave={t('leave.go')}
      onLeave={() => draft.startOver()}
      lasting={draft.stored}
    />
  )
}
