import type { SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { KeptSession } from '@attune/contract/features/people/guardian/guardian.kept'
import { Button, Switch, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

function useKeptSession(id: SessionId) {
  const read = useQuery(orpc.guardian.keptSession.queryOptions({ input: { id } }))
  useSubscription('session_clients', () => void read.refetch(), { column: 'session_id', op: 'eq', value: id })
  return read
}

/** Says that a session is kept from guardians. Renders nothing for any other session. */
export function KeptSessionMark({ sessionId }: { sessionId: SessionId }) {
  const { t } = useTranslation('kept')
  const { data } = useKeptSession(sessionId)
  if (!data?.participants.some(({ isKept }) => isKept)) return null
  return <StatusBadge icon={IconEyeOff}>{t('mark')}</StatusBadge>
}

/**
 * Lets the therapist keep a session from the guardians of each participant, and says which invoices are kept with it. Renders nothing if no
 * participant is a minor or has a guardian.
 */
export function KeptSessionCard({ session }: { session: Session }) {
  const { t } = useTranslation('kept')
  const read = useKeptSession(session.id)
  if (read.isPending) return <Pending />
  if (!read.data || read.data.participants.length === 0) return null
  const { participants, invoices } = read.data
  const isAnyKept = participants.some(({ isKept }) => isKept)
  return (
    <Section title={t('title')} rows>
      {participants.map((participant) => (
        <KeptParticipantRow key={participant.clientId} session={session} participant={participant} />
      ))}
      {isAnyKept && invoices.length > 0 && <KeptInvoices invoices={invoices} />}
    </Section>
  )
}

type RowProps = { session: Session; participant: KeptSession['participants'][number] }

function KeptParticipantRow({ session, participant: { clientId, firstName, isKept } }: RowProps) {
  const { t } = useTranslation('kept')
  const keep = useKeepSession(session.id)
  const label = session.participants.length > 1 ? t('switchOf', { name: firstName }) : t('switch')
  const send = (to: boolean, withLater: boolean) => keep.mutate({ id: session.id, clientId, isKept: to, withLater })
  return (
    <>
      <SettingRow inline label={label} hint={t('session.hint')} outcome={keep.isError ? 'notSaved' : null}>
        <Switch
          aria-label={label}
          checked={isKept}
          disabled={keep.isPending}
          onChange={(event) => send(event.currentTarget.checked, false)}
        />
      </SettingRow>
      {session.seriesId && (
        <Button variant="subtle" size="compact-sm" disabled={keep.isPending} onClick={() => send(isKept, true)}>
          {t(isKept ? 'session.keepLater' : 'session.showLater')}
        </Button>
      )}
    </>
  )
}

type Order = { id: SessionId; clientId: string; isKept: boolean; withLater: boolean }

/**
 * Returns a mutation that keeps a session from guardians or shows it to them. If the change applies to this session only, the toast offers to undo
 * it.
 */
function useKeepSession(id: SessionId) {
  const { t } = useTranslation('kept')
  const cache = useQueryClient()
  const send = (order: Order) => api.guardian.keepSession(order)
  const store = (kept: KeptSession) => {
    cache.setQueryData(orpc.guardian.keptSession.queryOptions({ input: { id } }).queryKey, kept)
    void cache.invalidateQueries({ queryKey: orpc.guardian.keptInvoice.key() })
  }
  return useMutation({
    mutationFn: send,
    onSuccess(kept, { withLater, ...order }) {
      store(kept)
      const title = t(order.isKept ? 'session.kept' : 'session.shown')
      if (withLater) return toast.success(t(order.isKept ? 'session.keptLater' : 'session.shownLater'))
      const undo = () =>
        void send({ ...order, isKept: !order.isKept, withLater }).then(store, () => toast.error(t('failed')))
      return toast({ variant: 'success', title, action: { label: t('undo'), onClick: undo } })
    },
  })
}

function KeptInvoices({ invoices }: { invoices: KeptSession['invoices'] }) {
  const { t } = useTranslation('kept')
  return (
    <Text size="sm">
      {t('session.invoices', { count: invoices.length })}{' '}
      {invoices.map(({ id, number }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: id }}>
            {number}
          </TextLink>
        </span>
      ))}
    </Text>
  )
}
