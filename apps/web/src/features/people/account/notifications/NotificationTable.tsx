import type { MailedNotificationType } from '@attune/contract/features/messages/notification/notification'
import { Switch, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingOutcome } from '../../../../ui/list/SettingRow.tsx'
import { groupNotificationTypes, type NotificationTypeGroup } from './type-groups.ts'
import classes from './NotificationTable.module.css'
import type { TextColumn } from './text-column.ts'

/** The channels that a person can switch on and off for each notification type. */
export type NotificationChannel = 'mail' | 'push' | 'text'
/** Whether a channel sends the notifications of each type. */
type Switches = Partial<Record<MailedNotificationType, boolean>>

type Props = {
  switches: Record<NotificationChannel, Switches>
  /** The types that are sent by text message; null hides this column. */
  texts: TextColumn | null
  isClient: boolean
  outcome: (type: MailedNotificationType) => SettingOutcome
  onChange: (channel: NotificationChannel, types: MailedNotificationType[], on: boolean) => void
}

/**
 * Lists the groups of notification types, with one column per channel. A switch changes all types of its group; opening
 * the group shows its types. The column of the app cannot be changed, because the app always shows every notification.
 * The column of text messages has a switch only for the types that are sent by text message.
 */
export function NotificationTable({ switches, texts, isClient, outcome, onChange }: Props) {
  const { t } = useTranslation('notification')
  const names = useChannelNames(texts)
  const has = (channel: NotificationChannel, type: MailedNotificationType) =>
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
      {groupNotificationTypes(Object.keys(switches.mail) as MailedNotificationType[], isClient).map(
        ({ group, types }) => (
          <GroupRows
            key={group}
            group={group}
            types={types}
            names={names}
            isOn={(channel, type) => (has(channel, type) ? (switches[channel][type] ?? false) : null)}
            outcome={outcome}
            onChange={onChange}
          />
        ),
      )}
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

type GroupProps = Pick<Props, 'outcome' | 'onChange'> & {
  group: NotificationTypeGroup
  types: MailedNotificationType[]
  names: ChannelName[]
  isOn: (channel: NotificationChannel, type: MailedNotificationType) => boolean | null
}

/** The row of a group and, when the group is open, a row for each of its types. A group with a single type has only the row of this type. */
function GroupRows({ group, types, names, isOn, outcome, onChange }: GroupProps) {
  const [open, setOpen] = useState(false)
  const [only, second] = types
  const rows = types.map((type) => (
    <TypeRow
      key={type}
      name={`kinds.${type}`}
      names={names}
      isOn={(channel) => isOn(channel, type)}
      outcome={outcome(type)}
      onChange={(channel, on) => onChange(channel, [type], on)}
    />
  ))
  if (only && !second) return <tbody>{rows}</tbody>
  const ofChannel = (channel: NotificationChannel) => types.filter((type) => isOn(channel, type) !== null)
  return (
    <tbody>
      <TypeRow
        group={group}
        open={open}
        onOpen={() => setOpen(!open)}
        names={names}
        isOn={(channel) => {
          const some = ofChannel(channel)
          return some.length === 0 ? null : some.every((type) => isOn(channel, type))
        }}
        isPartial={names.some(({ channel }) => new Set(ofChannel(channel).map((type) => isOn(channel, type))).size > 1)}
        outcome={only && !open ? outcome(only) : null}
        onChange={(channel, on) => onChange(channel, ofChannel(channel), on)}
      />
      {open && rows}
    </tbody>
  )
}

type RowProps = {
  names: ChannelName[]
  /** Whether the row's notifications are sent by a channel; null if this channel never sends them. */
  isOn: (channel: NotificationChannel) => boolean | null
  outcome: SettingOutcome
  onChange: (channel: NotificationChannel, on: boolean) => void
} & (
  | { name: `kinds.${MailedNotificationType}` }
  | { group: NotificationTypeGroup; open: boolean; isPartial: boolean; onOpen: () => void }
)

function TypeRow(props: RowProps) {
  const { names, isOn, outcome, onChange } = props
  const { t } = useTranslation('notification')
  const { t: security } = useTranslation('security')
  const { t: common } = useTranslation()
  const name = 'group' in props ? t(`settings.groups.${props.group}`) : security(`notices.${props.name}`)
  return (
    <tr data-inner={'name' in props || undefined}>
      <th scope="row">
        {'group' in props ? (
          <button type="button" className={classes.open} aria-expanded={props.open} onClick={props.onOpen}>
            <IconChevronRight size={16} aria-hidden />
            {name}
          </button>
        ) : (
          name
        )}
        <div className={classes.outcome} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome ? common(`outcome.${outcome}`) : 'group' in props && props.isPartial && t('settings.partial')}
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
