import type {
  ExternalAccount,
  FoundExternalCalendar,
} from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { namesClients, SyncSettingsFields, usualSettings } from './SyncSettingsFields.tsx'
import { useAccountName } from './use-account-name.ts'
import { useFailureText } from './use-failure-text.ts'
import classes from './external-calendar.module.css'

type Props = { account: ExternalAccount; onChanged: () => void; onClose: () => void }

/** The value of the option that creates a calendar for Attune. */
const newCalendar = 'new'

/** Starts to sync an existing calendar of an account, or creates a new one in the account. */
export function AddCalendarDialog({ account, onChanged, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText(account.provider)
  const host = useAccountName()(account)
  const found = useQuery(
    orpc.externalCalendar.find.queryOptions({ input: { id: account.id }, staleTime: 0, retry: false }),
  )
  const form = useAddForm({ account, onChanged, onClose }, found.data?.calendars ?? [])
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('add.title')}
      submit={t('add.submit')}
      back={t('back')}
      busy={form.add.isPending || found.isPending}
      dirty={form.choice !== null}
      problem={form.add.isError && failure(form.add.error)}
      onSubmit={form.submit}
    >
      {found.isPending && <Skeleton height={120} />}
      {found.isError && <FormError>{failure(found.error)}</FormError>}
      {found.data && (
        <CalendarChoice
          calendars={found.data.calendars}
          canCreate={found.data.canCreate}
          value={form.choice}
          isMissing={form.isChecked}
          onChange={form.setChoice}
        />
      )}
      {form.choice && (
        <SyncSettingsFields
          value={form.settings}
          onChange={form.setSettings}
          canWrite={form.canWrite}
          host={host}
          agreed={form.mustAgree ? form.agreed : null}
          onAgree={form.setAgreed}
          isMissing={form.isChecked}
        />
      )}
    </FormDialog>
  )
}

function useAddForm({ account, onChanged, onClose }: Props, calendars: FoundExternalCalendar[]) {
  const { t } = useTranslation('externalCalendar')
  const [id] = useState(createId)
  const [choice, setChoice] = useState<string | null>(null)
  const [settings, setSettings] = useState(usualSettings)
  const [agreed, setAgreed] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const canWrite = choice === newCalendar || (calendars.find(({ url }) => url === choice)?.canWrite ?? true)
  const mustAgree = canWrite && namesClients(settings)
  const add = useMutation({
    mutationFn: (url: string | null) => api.externalCalendar.add({ id, accountId: account.id, url, ...settings }),
    onSuccess: ({ name }) => {
      toast.success(t('add.done', { name }))
      onChanged()
      onClose()
    },
  })
  const submit = () => {
    setChecked(true)
    if (choice && (!mustAgree || agreed)) add.mutate(choice === newCalendar ? null : choice)
  }
  return { choice, setChoice, settings, setSettings, agreed, setAgreed, isChecked, canWrite, mustAgree, add, submit }
}

type ChoiceProps = {
  calendars: FoundExternalCalendar[]
  canCreate: boolean
  value: string | null
  isMissing: boolean
  onChange: (value: string) => void
}

function CalendarChoice({ calendars, canCreate, value, isMissing, onChange }: ChoiceProps) {
  const { t } = useTranslation('externalCalendar')
  if (calendars.length === 0 && !canCreate) return <Text size="sm">{t('add.nothing')}</Text>
  return (
    <Radio.Group
      label={t('add.which')}
      value={value}
      error={isMissing && !value && t('add.whichMissing')}
      onChange={onChange}
    >
      <Stack gap="sm" mt={6}>
        {calendars.map(({ url, name, color, calendarId }) => (
          <Radio
            key={url}
            value={url}
            disabled={calendarId !== null}
            description={calendarId === null ? undefined : t('add.connected')}
            label={
              <span className={classes.choice}>
                <ColorDot color={color} />
                {name}
              </span>
            }
          />
        ))}
        {canCreate && <Radio value={newCalendar} label={t('add.new')} description={t('add.newHint')} />}
      </Stack>
    </Radio.Group>
  )
}

export const ColorDot = ({ color }: { color: string }) => (
  <span className={classes.dot} style={color ? { background: color } : undefined} aria-hidden />
)
