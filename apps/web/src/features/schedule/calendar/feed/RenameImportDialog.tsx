import { textLengths } from '@attune/contract/common/text/lengths'
import type { ImportedCalendar } from '@attune/contract/features/schedule/calendar/calendar'
import { isFilled } from '@attune/contract/common/text/text'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'

type Props = { calendar: ImportedCalendar; onRenamed: () => void; onClose: () => void }

/** A dialog with one field for the name of an imported calendar. Calls `onRenamed` and closes once the name is saved. */
export function RenameImportDialog({ calendar, onRenamed, onClose }: Props) {
  const { t } = useTranslation('feeds')
  const errorText = useErrorMessage()
  const [name, setName] = useState(calendar.name)
  const [missing, setMissing] = useState(false)
  const rename = useMutation({
    mutationFn: () => api.calendar.renameImport({ id: calendar.id, name }),
    onSuccess: () => {
      onRenamed()
      onClose()
    },
  })
  const submit = () => {
    setMissing(!isFilled(name))
    if (isFilled(name)) rename.mutate()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('renaming.title')}
      submit={t('renaming.submit')}
      back={t('adding.back')}
      busy={rename.isPending}
      dirty={name !== calendar.name}
      onSubmit={submit}
    >
      <TextInput
        label={t('adding.name')}
        value={name}
        maxLength={textLengths.calendarName}
        data-autofocus
        error={missing && t('adding.nameMissing')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {rename.isError && <FormError>{errorText(rename.error)}</FormError>}
    </FormDialog>
  )
}
