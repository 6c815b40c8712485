import type { MailedKind } from '@attune/contract/features/notification'
import { Switch, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SettingOutcome } from '../../ui/SettingRow.tsx'
import { groupNotificationTypes } from './notification-type-groups.ts'
import classes from './NotificationTable.module.css'

type Props = {
  /** For each notification type, whether it is also sent by email. */
  email: Partial<Record<MailedKind, boolean>>
  outcome: (type: MailedKind) => SettingOutcome
  onChange: (type: MailedKind, on: boolean) => void
}

/**
 * Lists the notification types in groups, with one column per channel. Only the email column can be changed, because
 * the app always shows every notification.
 */
export function NotificationTable({ email, outcome, onChange }: Props) {
  const { t } = useTranslation('notification')
  const { t: security } = useTranslation('security')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('settings.type')}</VisuallyHidden>
          </th>
          <th scope="col">{t('settings.app')}</th>
          <th scope="col">{security('notices.mail')}</th>
        </tr>
      </thead>
      {groupNotificationTypes(Object.keys(email) as MailedKind[]).map(({ group, types }) => (
        <tbody key={group}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={3}>
              {t(`settings.groups.${group}`)}
            </th>
          </tr>
          {types.map((type) => (
            <TypeRow
              key={type}
              type={type}
              on={email[type] ?? false}
              outcome={outcome(type)}
              onChange={(on) => onChange(type, on)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type RowProps = { type: MailedKind; on: boolean; outcome: SettingOutcome; onChange: (on: boolean) => void }

function TypeRow({ type, on, outcome, onChange }: RowProps) {
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
      <td>
        <Switch
          className={classes.switch}
          aria-label={security('notices.mailOf', { kind: name })}
          checked={on}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </td>
    </tr>
  )
}
