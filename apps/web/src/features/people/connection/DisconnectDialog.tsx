import type { ClientId } from '@attune/contract/common/ids'
import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import classes from './DisconnectDialog.module.css'

type Props = { clientId: ClientId; name: string; viewer: 'client' | 'therapist'; onClose: () => void }

/**
 * Disconnects a client and a therapist, after showing the consequences, including the sessions that will be cancelled.
 * The viewer is one of the two; `name` is the name of the other person.
 */
export function DisconnectDialog({ clientId, name, viewer, onClose }: Props) {
  const { t } = useTranslation('connection')
  const cache = useQueryClient()
  const [command] = useState(createId)
  const preview = useQuery({
    ...orpc.connection.disconnectPreview.queryOptions({ input: { clientId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const end = useMutation({
    mutationFn: () => api.connection.disconnect({ clientId, command }),
    onSuccess: () => {
      toast({ variant: 'success', title: t('end.done', { name }) })
      onClose()
      return cache.invalidateQueries()
    },
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('end.title', { name })}
      submit={t('end.submit')}
      back={t('end.keep')}
      busy={end.isPending}
      problem={end.isError && t(`end.failed.${viewer}`)}
      onSubmit={() => preview.data && end.mutate()}
    >
      <Query of={preview} pending={<Skeleton height={140} />} failed={t('end.previewFailed')} again={t('again')}>
        {(shown) => <Consequences preview={shown} name={name} viewer={viewer} />}
      </Query>
    </FormDialog>
  )
}

type ConsequencesProps = Pick<Props, 'name' | 'viewer'> & {
  preview: Awaited<ReturnType<typeof api.connection.disconnectPreview>>
}

function Consequences({ preview, name, viewer }: ConsequencesProps) {
  const { t } = useTranslation('connection')
  const locale = useLocale()
  const { futureSessions: count, sessions: shown } = preview
  return (
    <ul className={classes.list}>
      <li>
        {count === 0 ? t('end.sessionsNone') : t('end.sessions', { count })}
        {shown.length > 0 && (
          <ul className={classes.sessions}>
            {shown.map((session) => (
              <li key={session.id}>{momentText(session.startsAt, locale)}</li>
            ))}
            {count > shown.length && <li>{t('end.further', { count: count - shown.length })}</li>}
          </ul>
        )}
      </li>
      {(['shares', 'past', 'record', 'back'] as const).map((fact) => (
        <li key={fact}>{t(`end.${viewer}.${fact}`, { name })}</li>
      ))}
    </ul>
  )
}
