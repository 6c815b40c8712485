import { instantOf, shiftDay } from '@attune/contract/common/time/time'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { localDay } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Asks from which day notes are needed. Preselects the last seven days. */
export function OlderNotesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const [day, setDay] = useState(() => shiftDay(localDay(new Date().toISOString(), locale), -7))
  const [checked, setChecked] = useState(false)
  const save = useNeededFrom()
  const send = () => {
    setChecked(true)
    if (day !== '') save.mutate(instantOf(day, '00:00', locale.zone), { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('older.title')}
      submit={t('older.submit')}
      back={t('older.cancel')}
      busy={save.isPending}
      problem={save.isError && t('older.failed')}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">{t('older.text')}</Text>
      <DateInput
        past
        label={t('older.from')}
        value={day}
        error={checked && day === '' && t('older.day')}
        onChange={setDay}
      />
    </FormDialog>
  )
}

/** Returns a mutation that sets the time from which notes are needed. Its toast offers to undo the change. */
function useNeededFrom() {
  const { t } = useTranslation('note')
  const client = useQueryClient()
  const save = async (neededFrom: string | null) => {
    const { neededBefore } = await api.note.setNeededFrom({ neededFrom })
    // The list of clients shows the notes to write for each client.
    for (const shown of [orpc.note.queue, orpc.note.counts, orpc.dashboard, orpc.client.list])
      void client.invalidateQueries({ queryKey: shown.key() })
    return neededBefore
  }
  return useMutation({
    mutationFn: save,
    onSuccess: (before) =>
      toast({
        variant: 'success',
        title: t('older.done'),
        action: {
          label: t('older.undo'),
          onClick: () => void save(before).catch(() => toast.error(t('older.failed'))),
        },
      }),
  })
}
