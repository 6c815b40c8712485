import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeliveryChannel, Kind, Kinds } from './DeliverySettings.tsx'
import classes from './notification-address.module.css'

type Props = {
  /** Whether the table has the column of the app, which cannot be changed. */
  hasApp: boolean
  channels: Partial<Record<DeliveryChannel, Kinds>>
  onChange: (channel: DeliveryChannel, kind: Kind, on: boolean) => void
}

/** The kinds of notifications of admins, with a column for each channel. */
export function DeliveryTable({ hasApp, channels, onChange }: Props) {
  const { t } = useTranslation('notificationSettings')
  const shown = Object.entries(channels) as [DeliveryChannel, Kinds][]
  const kinds = Object.keys(shown[0]?.[1] ?? {}) as Kind[]
  const label = (channel: string, kind: Kind) => t('sent.of', { channel, kind: t(`kinds.${kind}`) })
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('sent.when')}</th>
          {hasApp && <th scope="col">{t('sent.app')}</th>}
          {shown.map(([channel]) => (
            <th key={channel} scope="col">
              {t(`sent.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`kinds.${kind}`)}
              {kind === 'channel-failing' && <div className={classes.hint}>{t(`kindHints.${kind}`)}</div>}
            </th>
            {hasApp && (
              <td>
                <Checkbox checked disabled readOnly aria-label={label(t('sent.app'), kind)} title={t('sent.always')} />
              </td>
            )}
            {shown.map(([channel, on]) => (
              <td key={channel}>
                <Checkbox
                  checked={on[kind]}
                  aria-label={label(t(`sent.${channel}`), kind)}
                  onChange={(event) => onChange(channel, kind, event.currentTarget.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
