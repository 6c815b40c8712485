import type { ClientId } from '@attune/contract/common/ids'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useInvalidateClients } from '../use-client-updates.ts'
import type { ImportedClientRow } from './use-client-import.ts'

const batchSize = 100

/** Stores the clients that are chosen for an invitation, and invites them in batches. */
export function useBulkInvitation(people: ImportedClientRow[]) {
  const { t } = useTranslation('import')
  const changed = useInvalidateClients()
  const message = useErrorMessage()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  // One command id for each batch of 100. Retries use the same ids until all batches have succeeded.
  const [commands, setCommands] = useState<string[]>([])
  const invite = useMutation({
    mutationFn: async () => {
      const ids = [...chosen]
      const batches = inBatches(ids)
      const made = batches.map((_, at) => commands[at] ?? createId())
      setCommands(made)
      return { ids, ...(await inviteBatches(batches, made)) }
    },
    onSuccess: ({ ids, sent, refused }) => {
      setDone((before) => new Set([...before, ...ids]))
      setChosen(new Set())
      setCommands([])
      if (sent > 0) toast.success(t('invite.sent', { count: sent }))
      if (refused > 0) toast.warning(t('invite.refused', { count: refused }))
      return changed()
    },
    onError: (error) => toast.error((errorCode(error) === 'INVITATION_LIMIT' && message(error)) || t('invite.failed')),
  })
  const open = people.filter(({ id }) => !done.has(id))
  const choose = (ids: Iterable<string>) => {
    setCommands([])
    setChosen(new Set(ids))
  }
  const toggle = (id: ClientId, on: boolean) => choose(on ? [...chosen, id] : [...chosen].filter((one) => one !== id))
  return { open, chosen, choose, toggle, invite }
}

const inBatches = (ids: ClientId[]) =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) => ids.slice(at * batchSize, (at + 1) * batchSize))

/** Sends the batches one after the other. Returns the numbers of sent and refused invitations. */
async function inviteBatches(batches: string[][], commands: string[]) {
  let sent = 0
  let refused = 0
  for (const [at, batch] of batches.entries()) {
    const answer = await api.connection.inviteMany({ ids: batch, command: commands[at] ?? createId() })
    sent += answer.sent.length
    refused += answer.refused.length
  }
  return { sent, refused }
}
