import type { ClientId } from '@attune/contract/common/ids'
import type { Client } from '@attune/contract/features/people/client/client'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../overview/Contacts.module.css'
import { useInvalidateClients } from '../use-client-updates.ts'
import type { RecordAction } from './state.ts'

type Props = { client: Client; act: RecordAction; onClose: () => void }

/** Lists the consequences of an action on the status of a record, and performs the action once confirmed. */
export function RecordActionDialog({ client, act, onClose }: Props) {
  const { t } = useTranslation('record')
  const changed = useInvalidateClients()
  const navigate = useNavigate()
  const [command] = useState(createId)
  const name = client.firstName
  const run = useMutation({
    mutationFn: async () => {
      if (act === 'undoJoin') await api.connection.undoJoin({ id: client.id, command })
      else await api.client.setStatus({ id: client.id, status: act === 'pause' ? 'inactive' : 'active', command })
    },
    onSuccess: () => toast({ variant: 'success', title: t(`asking.${act}.done`, { name }) }),
    onError: (error) => {
      const code = errorCode(error)
      const textKeys = {
        ILLEGAL_TRANSITION: 'state.changed',
        NOT_CONNECTED: 'state.changed',
        TOO_LATE: 'tooLate',
      } as const
      toast({ variant: 'destructive', title: t(textKeys[code as keyof typeof textKeys] ?? 'state.failed') })
    },
    onSettled: async () => {
      onClose()
      await changed()
      if (act === 'undoJoin' && (await isGone(client.id))) void navigate({ to: '/dashboard/therapist/clients' })
    },
  })
  return (
    <FormDialog
      title={t(`asking.${act}.title`, { name })}
      submit={t(`state.${act}`)}
      back={t('state.back')}
      busy={run.isPending}
      onClose={onClose}
      onSubmit={() => run.mutate()}
    >
      <ul className={classes.facts}>
        {(['one', 'two', 'three'] as const).map((fact) => (
          <li key={fact}>{t(`asking.${act}.${fact}`, { name })}</li>
        ))}
      </ul>
    </FormDialog>
  )
}

/** Returns whether the record was deleted. Undoing a join deletes the record if the join created it. */
const isGone = (id: ClientId) =>
  queryClient.fetchQuery(orpc.client.get.queryOptions({ input: { id } })).then(
    () => false,
    (error: unknown) => errorCode(error) === 'NOT_FOUND',
  )
