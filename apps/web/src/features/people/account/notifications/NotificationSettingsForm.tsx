import type { MailedNotificationType } from '@attune/contract/features/messages/notification/notification'
import type {
  NotificationSettings as Settings,
  SavedNotificationSettings,
} from '@attune/contract/features/messages/notification/notification.settings'
import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText, localDay, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { QuietHoursInput } from '../../../../ui/input/QuietHoursInput.tsx'
import { SettingRow, type SettingOutcome } from '../../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../../ui/list/use-setting-outcome.ts'
import { PushSettings } from '../../../messages/push/push.ts'
import { NotificationTable } from './NotificationTable.tsx'
import { textColumnOf } from './text-column.ts'
import { TextColumnHint } from './TextColumnHint.tsx'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Name = MailedNotificationType | 'quiet' | 'discreet'

/**
 * Edits which notifications are also sent by email, push and text, the quiet hours in which none is sent, and the pause.
 * Clients can also switch on discreet emails, which name neither the practice nor the topic in sender, subject and
 * preview. `hasTitle` makes the title visible, for pages that have no tab named 'Notifications'.
 */
export function NotificationSettingsForm({ hasTitle = false }: { hasTitle?: boolean }) {
  const { t } = useTranslation('security')
  const { read, save, pause } = useNotificationSettings()
  const texts = useTextColumn(read.data?.text !== undefined)
  const { outcome, setLast } = useSettingOutcome<Name>(save)
  if (read.isPending || texts.isLoading) return <CardSkeleton height={240} />
  if (!read.data) return <Query of={read} failed={t('loadFailed')} again={t('again')} />
  const shown = save.isPending ? withChange(read.data, save.variables) : read.data
  const hasTexts = Boolean(texts.column?.types.includes('message-received'))
  const change = (name: Name, settings: Partial<Settings>) => {
    setLast(name)
    save.mutate({ quiet: shown.quiet, mail: {}, ...settings })
  }
  return (
    <Section title={t('notices.title')} hiddenTitle={!hasTitle} rows>
      <NotificationTable
        switches={{ mail: shown.mail, push: shown.push, text: shown.text ?? {} }}
        texts={texts.column}
        isClient={shown.text !== undefined}
        outcome={outcome}
        onChange={(channel, types, on) => {
          const [first] = types
          if (first) change(first, { [channel]: Object.fromEntries(types.map((type) => [type, on])) })
        }}
      />
      {shown.discreet !== undefined && (
        <DiscreetSetting
          checked={shown.discreet}
          outcome={outcome('discreet')}
          onChange={(discreet) => change('discreet', { discreet })}
        />
      )}
      <SettingRow
        label={t('notices.quiet')}
        hint={t(hasTexts ? 'notices.quietHintTexts' : 'notices.quietHint')}
        outcome={outcome('quiet')}
        inline
      >
        <QuietHoursSetting quiet={shown.quiet} onChange={(quiet) => change('quiet', { quiet })} />
      </SettingRow>
      <PauseSetting pausedUntil={read.data.pausedUntil} pause={pause} hasTexts={hasTexts} />
      <PushSettings />
      {texts.column && <TextColumnHint column={texts.column} />}
    </Section>
  )
}

/** Returns the saved settings with a change that is being saved. */
function withChange(saved: SavedNotificationSettings, change: Settings): SavedNotificationSettings {
  return {
    ...saved,
    ...change,
    mail: { ...saved.mail, ...change.mail },
    push: { ...saved.push, ...change.push },
    text: saved.text && { ...saved.text, ...change.text },
  }
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
  const pause = useMutation({
    scope: { id: 'my-notifications' },
    mutationFn: (isPaused: boolean) => api.account.pauseNotifications({ isPaused }),
    onSuccess: (after) => cache.setQueryData(options.queryKey, after),
  })
  return { read, save, pause }
}

/**
 * Returns the text message column (`column`) and whether its data is loading. `column` is null for anyone but a client, until the consents are
 * loaded, and if no therapist can send text messages.
 */
function useTextColumn(isClient: boolean) {
  const consents = useQuery({ ...orpc.consent.list.queryOptions({ input: {} }), enabled: isClient })
  return {
    isLoading: consents.isLoading && consents.failureCount === 0,
    column: consents.data ? textColumnOf(consents.data.items) : null,
  }
}

type PauseProps = {
  pausedUntil: string | null
  pause: ReturnType<typeof useNotificationSettings>['pause']
  /** Whether the person gets notices of new messages by text message, which the pause delays too. */
  hasTexts: boolean
}

/**
 * A switch that pauses emails, push notifications and notices by text message for 24 hours, but no session reminders. During a pause, shows its end.
 */
function PauseSetting({ pausedUntil, pause, hasTexts }: PauseProps) {
  const { t } = useTranslation('security')
  const locale = useLocale()
  const now = useNow()
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > now.getTime()
  const when = isPaused ? `${dayText(localDay(pausedUntil, locale), locale)}, ${timeText(pausedUntil, locale)}` : ''
  const outcome = pause.isError ? 'notSaved' : null
  return (
    <SettingRow
      label={t('notices.pause')}
      hint={t(hasTexts ? 'notices.pauseHintTexts' : 'notices.pauseHint')}
      state={isPaused ? t('notices.pausedUntil', { when }) : ''}
      outcome={outcome}
      inline
    >
      <Switch
        aria-label={t('notices.pause')}
        checked={pause.isPending ? pause.variables : isPaused}
        disabled={pause.isPending}
        onChange={(event) => pause.mutate(event.currentTarget.checked)}
      />
    </SettingRow>
  )
}

type DiscreetProps = {
  checked: boolean
  outcome: SettingOutcome
  onChange: (checked: boolean) => void
}

function DiscreetSetting({ checked, outcome, onChange }: DiscreetProps) {
  const { t } = useTranslation('notification')
  return (
    <SettingRow label={t('settings.discreet')} hint={t('settings.discreetHint')} outcome={outcome} inline>
      <Switch
        aria-label={t('settings.discreet')}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  )
}

type QuietProps = { quiet: Settings['quiet']; onChange: (quiet: Settings['quiet']) => void }

function QuietHoursSetting(props: QuietProps) {
  const { t } = useTranslation('security')
  const labels = { on: t('notices.quiet'), from: t('notices.from'), to: t('notices.to') }
  return <QuietHoursInput labels={labels} {...props} />
}
