import type { NotificationSettings } from '@attune/contract/features/messages/notification/notification.settings'
import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { DeliverySettings, type Kinds } from './DeliverySettings.tsx'

type Props = { hasVerified: boolean; select: ReactNode }

/** Edits the kinds of notifications that the signed-in admin gets. Once an address is verified, the admins themselves get no email. */
export function OwnDelivery({ hasVerified, select }: Props) {
  const { t } = useTranslation('notificationSettings')
  const { zone } = useLocale()
  const cache = useQueryClient()
  const options = orpc.account.notificationSettings.queryOptions({ input: {} })
  const read = useQuery(options)
  const save = useMutation({
    scope: { id: 'my-notifications' },
    mutationFn: (settings: NotificationSettings) => api.account.saveNotificationSettings(settings),
    onSuccess: (after) => cache.setQueryData(options.queryKey, after),
  })
  const last = save.variables
  return (
    <Query of={read} pending={<Skeleton height={360} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {(saved) => {
        const { quiet = saved.quiet, mail = {}, push = {} } = (save.isPending && last) || {}
        const change = (settings: Partial<NotificationSettings>) => save.mutate({ quiet, mail: {}, ...settings })
        const channels = { push: { ...saved.push, ...push } as Kinds, mail: { ...saved.mail, ...mail } as Kinds }
        return (
          <DeliverySettings
            isOwn
            select={select}
            hint={hasVerified ? t('sent.toAddresses') : undefined}
            channels={hasVerified ? { push: channels.push } : { mail: channels.mail, push: channels.push }}
            quiet={quiet}
            zone={zone}
            problem={save.error}
            onRetry={() => last && save.mutate(last)}
            onChange={(channel, kind, on) => change({ [channel]: { [kind]: on } })}
            onQuiet={(wanted) => change({ quiet: wanted })}
          />
        )
      }}
    </Query>
  )
}
