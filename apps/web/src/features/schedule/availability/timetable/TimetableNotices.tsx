import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { timetableDraftOf, timetableHasProblems } from './draft.ts'
import { TimetableConflict } from './TimetableConflict.tsx'
import type { TimetableFormState } from './use-timetable-form.ts'

/**
 * Shows that a draft was restored, or why the timetable was not saved: invalid ranges, a version that another window
 * has saved, or an error.
 */
export function TimetableNotices({ form }: { form: TimetableFormState }) {
  const { t } = useTranslation('timetable')
  const { draft, now, asked, save, theirs, submit, takeSaved } = form
  return (
    <>
      <DraftCallout draft={draft} />
      {asked && timetableHasProblems(now) && (
        <Callout kind="danger" urgent>
          {t('wrong')}
        </Callout>
      )}
      {theirs ? (
        <TimetableConflict
          mine={now}
          theirs={timetableDraftOf(theirs)}
          onKeep={() => submit(theirs.version)}
          onTake={() => takeSaved(theirs)}
        />
      ) : (
        save.isError && (
          <Callout kind="danger" urgent>
            {t('failed')}
          </Callout>
        )
      )}
    </>
  )
}
