import type { ClientId } from '@attune/contract/common/ids'
import { Checkbox, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { LazyClientSelect, useCommandIds, type PickedClient } from '../../../schedule/session/session.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { isBillable, type ToBillKey } from '../to-bill/groups.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Creates a draft for a client, with the unbilled sessions or without lines, and opens it. */
export function NewInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('invoice')
  const [client, setClient] = useState<PickedClient | null>(null)
  const [checked, setChecked] = useState(false)
  const [withSessions, setWithSessions] = useState(true)
  const clientId = client?.id
  const read = useQuery(
    orpc.invoice.toBill.queryOptions({
      input: clientId ? { clientId } : {},
      enabled: clientId !== undefined,
    }),
  )
  const sessions = read.data?.items.filter(isBillable) ?? []
  const { create, problem } = useNewDraft()
  const send = () => {
    if (!client) return setChecked(true)
    if (read.data) create.mutate({ clientId: client.id, sessions: withSessions ? sessions : [] })
  }
  return (
    <FormDialog
      title={t('list.new')}
      submit={t('new.submit')}
      back={t('cancel')}
      // Until the sessions are loaded, a draft would omit them.
      busy={create.isPending || read.isLoading}
      dirty={client !== null}
      onClose={onClose}
      onSubmit={send}
    >
      <LazyClientSelect value={client} onChange={setClient} {...(checked && !client && { error: t('new.noClient') })} />
      <Query of={read} failed={t('new.failed')} again={t('new.again')} />
      {sessions.length > 0 && (
        <Checkbox
          label={t('new.sessions', { count: sessions.length })}
          checked={withSessions}
          onChange={(event) => setWithSessions(event.currentTarget.checked)}
        />
      )}
      {read.data && <LeftSessions count={read.data.items.length - sessions.length} hasMore={read.data.more} />}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** Shows which sessions of the client are not in the draft: earlier ones, and those that cannot be billed yet. */
function LeftSessions({ count, hasMore }: { count: number; hasMore: boolean }) {
  const { t } = useTranslation(['invoice', 'toBill'])
  const list = t('toBill:title')
  return (
    <>
      {hasMore && <Text size="sm">{t('new.more', { list })}</Text>}
      {count > 0 && <Text size="sm">{t('new.left', { count, list })}</Text>}
    </>
  )
}

type NewDraft = { clientId: ClientId; sessions: readonly ToBillKey[] }

/** Returns a mutation that creates a draft and opens it. If the sessions have several payers, it opens the list of drafts. */
function useNewDraft() {
  const navigate = useNavigate()
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const commandFor = useCommandIds()
  const [id] = useState(createId)
  const create = useMutation({
    mutationFn: async ({ clientId, sessions }: NewDraft) => {
      if (sessions.length === 0) return [(await api.invoice.create({ id, clientId })).id]
      const items = sessions.map(({ sessionId }) => ({ sessionId, clientId }))
      return (await api.invoice.draftSessions({ command: commandFor(items), items })).ids
    },
    onSuccess: ([invoiceId, ...more]) => {
      void changed()
      if (more.length > 0 || !invoiceId)
        return void navigate({ to: '/dashboard/therapist/payments', search: { filter: 'draft' } })
      void navigate({ to: '/dashboard/therapist/payments/$invoiceId', params: { invoiceId } })
    },
  })
  return { create, problem: create.error && refusal(create.error) }
}
