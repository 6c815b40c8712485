import '../../../ui/styles-overlay.ts'
import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useCheckedForm } from '../../../ui/dialog/use-checked-form.ts'
import { BookingFields, BufferFields, MainFields, PlaceFields } from './SessionTypeFields.tsx'
import { sessionTypeDraftOf, sessionTypeFrom, sessionTypeProblems } from './session-type-draft.ts'
import { useSaveSessionType } from './use-session-types.ts'

type Props = {
  /** The type to edit; null to add one. */
  type: SessionType | null
  types: readonly SessionType[]
  onClose: () => void
}

/** Adds or edits a session type of the therapist. */
export function SessionTypeDialog({ type, types, onClose }: Props) {
  const { t } = useTranslation(['sessionType', 'session', 'common'])
  const save = useSaveSessionType(type)
  const { fields, isDirty, submit } = useCheckedForm(
    () => sessionTypeDraftOf(type, types),
    sessionTypeProblems,
    (draft) => save.mutate(sessionTypeFrom(draft), { onSuccess: onClose }),
  )
  return (
    <FormDialog
      wide
      title={t(type ? 'dialog.editTitle' : 'dialog.addTitle')}
      submit={t(type ? 'dialog.save' : 'dialog.add')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
    >
      <MainFields {...fields} />
      <PlaceFields {...fields} />
      <BookingFields {...fields} />
      <BufferFields {...fields} />
    </FormDialog>
  )
}
