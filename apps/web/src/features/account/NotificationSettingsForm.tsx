import type { MailedKind, NotificationSettings as Settings } from '@attune/contract/features/notification'
import { quietHours } from '@attune/contract/common/constants'
import { isClockTime } from '@attune/contract/common/time'
import { isQuietSpan } from '@attune/contract/features/notification.rules'
import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../platform/api.ts'
import { Section } from '../../ui/page/Section.tsx'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { SettingRow } from '../../ui/SettingRow.tsx'
import { TimeInput } from '../../ui/TimeInput.tsx'
import { useSettingOutcome } from '../../ui/use-setting-outcome.ts'
import classes from './account.module.css'
import { NotificationTable } from './NotificationTable.tsx'

type Name = MailedKind | 'quiet' | 'discreet'

/**
 * Edits which notifications are also sent by email, and the quiet hours in which no email is sent. Clients can also
 * switch on discreet emails, which name neither the practice nor the topic in sender, subject and preview.
 */
export function NotificationSettingsForm() {
  const { t } = useTranslation('security')
  const { t: notification } = useTranslation('notification')
  const { read, save } = useNotificationSettings()
  const { outcome, setLast } = useSettingOutcome<Name>(save)
  if (read.isPending) return <Skeleton height={240} radius={14} />
  if (!read.data) return <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
  const shown = save.isPending
    ? { ...read.data, ...save.variables, mail: { ...read.data.mail, ...save.variables.mail } }
    : read.data
  const change = (name: Name, settings: Partial<Settings>) => {
    setLast(name)
    save.mutate({ quiet: shown.quiet, mail: {}, ...settings })
  }
  return (
    <Section title={t('notices.title')} hint={t('notices.hint')} rows>
      <NotificationTable
        email={shown.mail}
        outcome={outcome}
        onChange={(type, on) => change(type, { mail: { [type]: on } })}
      />
      {shown.discreet !== undefined && (
        <SettingRow
          label={notification('settings.discreet')}
          hint={notification('settings.discreetHint')}
          outcome={outcome('discreet')}
          narrow
        >
          <Switch
            aria-label={notification('settings.discreet')}
            checked={shown.discreet}
            onChange={(event) => change('discreet', { discreet: event.currentTarget.checked })}
          />
        </SettingRow>
      )}
      <SettingRow label={t('notices.quiet')} hint={t('notices.quietHint')} outcome={outcome('quiet')} narrow>
        <QuietHoursSetting quiet={shown.quiet} onChange={(quiet) => change('quiet', { quiet })} />
      </SettingRow>
    </Section>
  )
}

function useNotificationSettings() {
  const cache = useQueryClient()
  const options = orpc.account.notificationSettings.queryOptions({ input: {} })
  const read = useQuery(options)
  const save = useMutation({
    scope: { id: 'my-notifications' },
    mutationFn: (settings: Settings) => api.account.saveNotificationSettings(settings),
    onSuccess: (after) => cache.setQueryData(options.queryKey, after),
  })
  return { read, save }
}

type Quiet = NonNullable<Settings['quiet']>

/** Switches the quiet hours on and off, and sets their start and end. */
function QuietHoursSetting({ quiet, onChange }: { quiet: Quiet | null; onChange: (quiet: Quiet | null) => void }) {
  const { t } = useTranslation('security')
  return (
    <div className={classes.quiet}>
      <Switch
        aria-label={t('notices.quiet')}
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...quietHours } : null)}
      />
      {quiet && <QuietHoursFields key={`${quiet.from}-${quiet.to}`} quiet={quiet} onChange={onChange} />}
    </div>
  )
}

/** Edits start and end of the quiet hours. Saves them on blur if both are complete times and differ from each other. */
function QuietHoursFields({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const { t } = useTranslation('security')
  const [typed, setTyped] = useState(quiet)
  const saveIfChanged = () => {
    const changed = typed.from !== quiet.from || typed.to !== quiet.to
    if (changed && isQuietSpan(typed) && isClockTime(typed.from) && isClockTime(typed.to)) onChange(typed)
  }
  const field = (name: keyof Quiet) => ({
    w: 132,
    'aria-label': t(`notices.${name}`),
    value: typed[name],
    onBlur: saveIfChanged,
    onChange: (time: string) => setTyped({ ...typed, [name]: time }),
  })
  return (
    <div className={classes.hours}>
      <TimeInput {...field('from')} />
      <span aria-hidden>–</span>
      <TimeInput {...field('to')} />
    </div>
  )
}
