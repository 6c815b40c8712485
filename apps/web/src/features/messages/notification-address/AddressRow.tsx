import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMail, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { CardRow } from '../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './notification-address.module.css'
import { useAddressCause, useAddressChange } from './use-notification-addresses.ts'

const marks = {
  verified: { icon: IconCircleCheck, tone: 'success' },
  waiting: { icon: IconClock, tone: 'warning' },
  expired: { icon: IconAlertTriangle, tone: 'warning' },
} as const

/** An address with its state and the buttons to send a test, to send the link again and to remove it. */
export function AddressRow({ address, onRemove }: { address: NotificationAddress; onRemove: () => void }) {
  const { t } = useTranslation('notificationSettings')
  const { email, state } = address
  return (
    <CardRow wraps>
      <div className={classes.address}>
        <IconMail size={18} stroke={1.75} aria-hidden />
        <div className={classes.texts}>
          <div className={classes.email}>{email}</div>
          <StatusBadge {...marks[state]}>{t(`state.${state}`)}</StatusBadge>
        </div>
      </div>
      <div className={classes.actions}>
        {state === 'verified' ? <TestButton address={address} /> : <LinkButton address={address} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('removing.open', { email })}
          onClick={onRemove}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </CardRow>
  )
}

function TestButton({ address: { id, email } }: { address: NotificationAddress }) {
  const { t } = useTranslation('notificationSettings')
  const cause = useAddressCause()
  const send = useMutation({
    mutationFn: () => api.notificationAddress.sendTest({ id }),
    onSuccess: () => toast.success(t('tested', { email })),
    onError: (error) => toast.error(`${t('testFailed')} ${cause(error) ?? ''}`),
  })
  return (
    <Button
      variant="default"
      aria-label={t('testOf', { email })}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t('test')}
    </Button>
  )
}

function LinkButton({ address: { id, email } }: { address: NotificationAddress }) {
  const { t } = useTranslation('notificationSettings')
  const cause = useAddressCause()
  const send = useAddressChange(api.notificationAddress.sendLink, () => toast.success(t('linked', { email })))
  return (
    <Button
      variant="default"
      aria-label={t('linkOf', { email })}
      loading={send.isPending}
      onClick={() =>
        send.mutate({ id }, { onError: (error) => toast.error(`${t('linkFailed')} ${cause(error) ?? ''}`) })
      }
    >
      {t('link')}
    </Button>
  )
}
