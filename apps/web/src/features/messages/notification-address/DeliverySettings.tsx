import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { QuietHoursInput } from '../../../ui/input/QuietHoursInput.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import classes from './notification-address.module.css'
import { useAddressCause } from './use-notification-addresses.ts'

export type Kinds = NotificationAddress['kinds']
export type Kind = keyof Kinds
export type DeliveryChannel = 'mail' | 'push'

type Props = {
  /** Whether these are the settings of the signed-in admin, for whom the app always shows all notifications. */
  isOwn?: boolean
  select: ReactNode
  hint?: string | undefined
  /** The kinds of notifications that the recipient gets on each channel. */
  channels: Partial<Record<DeliveryChannel, Kinds>>
  quiet: { from: string; to: string } | null
  /** The IANA time zone of the quiet hours. */
  zone: string
  /** The error of the last change; null if it was saved. */
  problem: unknown
  onRetry: () => void
  onChange: (channel: DeliveryChannel, kind: Kind, on: boolean) => void
  onQuiet: (quiet: { from: string; to: string } | null) => void
}

/** Edits the kinds of notifications that a recipient gets on each channel, and the hours in which only notifications about failures are sent. */
export function DeliverySettings(props: Props) {
  const { isOwn = false, select, hint, channels, quiet, zone, problem, onRetry, onChange, onQuiet } = props
  const { t } = useTranslation('notificationSettings')
  const cause = useAddressCause()
  return (
    <>
      <Section title={t('sent.title')} hint={hint} rows action={select}>
        <DeliveryTable hasApp={isOwn} channels={channels} onChange={onChange} />
      </Section>
      <Section title={t('quiet.title')} rows>
        <SettingRow label={t('quiet.label')} hint={t('quiet.hint', { zone: zone.replaceAll('_', ' ') })} narrow>
          <QuietHoursInput
            labels={{ on: t('quiet.label'), from: t('quiet.from'), to: t('quiet.to') }}
            quiet={quiet}
            onChange={onQuiet}
          />
        </SettingRow>
      </Section>
      {problem !== null && (
        <div className={classes.problem}>
          <Callout
            kind="danger"
            urgent
            title={t('failed.update')}
            action={
              <Button variant="default" onClick={onRetry}>
                {t('again')}
              </Button>
            }
          >
            {cause(problem)}
          </Callout>
        </div>
      )}
    </>
  )
}
