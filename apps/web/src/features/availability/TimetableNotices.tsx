import { useTranslation } from 'react-i18next'
import { Callout } from '../../ui/base/Callout.tsx'
import { DraftCallout } from '../../ui/page/DraftCallout.tsx'
import { timetableDraftOf, timetableHasProblems } from './timetable-draft.ts'
import { TimetableConflict } from './TimetableConflict.tsx'
import type { TimetableFormState } from './use-timetable-form.ts'

/**
 * Says that a draft was restored, or why saving did not work: invalid ranges, a version saved in another window, or an
 * error.
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
