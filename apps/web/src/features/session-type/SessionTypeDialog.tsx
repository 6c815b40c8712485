import '../../ui/styles-overlay.ts'
import type { SessionType } from '@attune/contract/features/session-type'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { BookingFields, BufferFields, MainFields, PlaceFields } from './SessionTypeFields.tsx'
import {
  sessionTypeDraftOf,
  sessionTypeFrom,
  sessionTypeProblems,
  type SessionTypeDraft,
} from './session-type-draft.ts'
import { useSaveSessionType } from './use-session-types.ts'

type Props = {
  /** The type to edit; null to add one. */
  type: SessionType | null
  types: readonly SessionType[]
  onClose: () => void
}

/** Adds or edits a session type. */
export function SessionTypeDialog({ type, types, onClose }: Props) {
  const { t } = useTranslation(['sessionType', 'session', 'common'])
  const [before] = useState(() => sessionTypeDraftOf(type, types))
  const [draft, setDraft] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const save = useSaveSessionType(type)
  const problems = sessionTypeProblems(draft)
  const change = (part: Partial<SessionTypeDraft>) => setDraft({ ...draft, ...part })
  const submit = () => {
    setChecked(true)
    if (problems.length === 0) save.mutate(sessionTypeFrom(draft), { onSuccess: onClose })
  }
  const fields = { draft, problems: isChecked ? problems : [], onChange: change }
  return (
    <FormDialog
      wide
      title={t(type ? 'dialog.editTitle' : 'dialog.addTitle')}
      submit={t(type ? 'dialog.save' : 'dialog.add')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={draft !== before}
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
