import type { MailedKind } from '@attune/contract/features/notification'
import { Switch, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SettingOutcome } from '../../ui/SettingRow.tsx'
import { groupNotificationTypes } from './notification-type-groups.ts'
import classes from './NotificationTable.module.css'
import type { TextColumn } from './text-column.ts'

/** The channels that a person can switch on and off for each notification type. */
export type NotificationChannel = 'mail' | 'push' | 'text'
/** For each notification type, whether it is sent by a channel. */
type Switches = Partial<Record<MailedKind, boolean>>

type Props = {
  switches: Record<NotificationChannel, Switches>
  /** The types that the person gets by text. Without types, the table has no column for texts. */
  texts: TextColumn | null
  outcome: (type: MailedKind) => SettingOutcome
  onChange: (channel: NotificationChannel, type: MailedKind, on: boolean) => void
}

/**
 * Lists the notification types in groups, with one column per channel. The column of the app cannot be changed, because
 * the app always shows every notification. The column of texts has a switch only for the types that come by text.
 */
export function NotificationTable({ switches, texts, outcome, onChange }: Props) {
  const { t } = useTranslation('notification')
  const names = useChannelNames(texts)
  const has = (channel: NotificationChannel, type: MailedKind) =>
    channel !== 'text' || (texts?.types.some((one) => one === type) ?? false)
  return (
    <table className={classes.table} data-texts={names.some(({ channel }) => channel === 'text') || undefined}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('settings.type')}</VisuallyHidden>
          </th>
          <th scope="col">{t('settings.app')}</th>
          {names.map(({ channel, name }) => (
            <th key={channel} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groupNotificationTypes(Object.keys(switches.mail) as MailedKind[]).map(({ group, types }) => (
        <tbody key={group}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={2 + names.length}>
              {t(`settings.groups.${group}`)}
            </th>
          </tr>
          {types.map((type) => (
            <TypeRow
              key={type}
              type={type}
              names={names}
              isOn={(channel) => (has(channel, type) ? (switches[channel][type] ?? false) : null)}
              outcome={outcome(type)}
              onChange={(channel, on) => onChange(channel, type, on)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type ChannelName = { channel: NotificationChannel; name: string }

/** Returns the columns that can be changed, with their names. */
function useChannelNames(texts: TextColumn | null): ChannelName[] {
  const { t } = useTranslation('notification')
  const { t: security } = useTranslation('security')
  const [only, second] = texts?.channels ?? []
  const names = { mail: security('notices.mail'), push: security('notices.push') }
  const named = (['mail', 'push'] as const).map((channel) => ({ channel, name: names[channel] }))
  return only ? [...named, { channel: 'text', name: t(`settings.texts.${second ? 'both' : only}`) }] : named
}

type RowProps = {
  type: MailedKind
  names: ChannelName[]
  /** Whether a type is sent by a channel; null if this channel never sends it. */
  isOn: (channel: NotificationChannel) => boolean | null
  outcome: SettingOutcome
  onChange: (channel: NotificationChannel, on: boolean) => void
}

function TypeRow({ type, names, isOn, outcome, onChange }: RowProps) {
  const { t } = useTranslation('notification')
  const { t: security } = useTranslation('security')
  const { t: common } = useTranslation()
  const name = security(`notices.kinds.${type}`)
  return (
    <tr>
      <th scope="row">
        {name}
        <div className={classes.outcome} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome && common(`outcome.${outcome}`)}
        </div>
      </th>
      <td>
        <IconCheck size={18} aria-hidden />
        <VisuallyHidden>{t('settings.always')}</VisuallyHidden>
      </td>
      {names.map(({ channel, name: channelName }) => {
        const checked = isOn(channel)
        return (
          <td key={channel}>
            {checked !== null && (
              <Switch
                className={classes.switch}
                aria-label={security('notices.channelOf', { channel: channelName, kind: name })}
                checked={checked}
                onChange={(event) => onChange(channel, event.currentTarget.checked)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
