import type { ExternalCalendar } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { namesClients, type SyncSettings, SyncSettingsFields } from './SyncSettingsFields.tsx'
import { useFailureText } from './use-failure-text.ts'

type Props = { calendar: ExternalCalendar; host: string; onSaved: () => void; onClose: () => void }

/** Changes the sync settings of a calendar. The therapist confirms the use of client names once, when choosing it. */
export function SettingsDialog({ calendar, host, onSaved, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText()
  const { id, name, direction, privacy, withPlace, follows, canWrite } = calendar
  const before: SyncSettings = { direction, privacy, withPlace, follows }
  const [settings, setSettings] = useState(before)
  const [agreed, setAgreed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const mustAgree = namesClients(settings) && !(namesClients(before) && settings.privacy === privacy)
  const save = useMutation({
    mutationFn: () => api.externalCalendar.change({ id, ...settings }),
    onSuccess: () => {
      toast.success(t('settings.saved'))
      onSaved()
      onClose()
    },
  })
  const submit = () => {
    setChecked(true)
    if (!mustAgree || agreed) save.mutate()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('settings.title', { name })}
      submit={t('settings.submit')}
      back={t('back')}
      busy={save.isPending}
      dirty={JSON.stringify(settings) !== JSON.stringify(before)}
      problem={save.isError && failure(save.error)}
      onSubmit={submit}
    >
      <SyncSettingsFields
        value={settings}
        onChange={setSettings}
        canWrite={canWrite}
        host={host}
        agreed={mustAgree ? agreed : null}
        onAgree={setAgreed}
        isMissing={isChecked}
      />
    </FormDialog>
  )
}
