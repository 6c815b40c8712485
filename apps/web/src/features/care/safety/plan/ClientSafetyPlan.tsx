import type { ClientId } from '@attune/contract/common/ids'
import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { Button, Text } from '@mantine/core'
import { IconPencil, IconShieldHeart } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { isEmptyPlan } from './plan.ts'
import { SafetyPlanView } from './SafetyPlanView.tsx'

const SafetyPlanForm = lazyNamed(() => import('./SafetyPlanForm.tsx'), 'SafetyPlanForm', <CardSkeleton height={420} />)

type Props = { clientId: ClientId; name: string; hasAccount: boolean }

/**
 * Shows a client's safety plan to the therapist. The therapist can read and edit the plan only if the client shares it.
 */
export function ClientSafetyPlan({ clientId, name, hasAccount }: Props) {
  const { t } = useTranslation('safety')
  const [editing, setEditing] = useState(false)
  const read = useQuery({ ...orpc.safety.planOf.queryOptions({ input: { clientId } }), refetchOnMount: 'always' })
  const refetch = () => void read.refetch()
  useSubscription('safety_plans', refetch)
  useSubscription('safety_plan_shares', refetch)
  const skeleton = (
    <Card>
      <RowSkeletons rows={4} avatar={false} />
    </Card>
  )
  return (
    <Query of={read} pending={skeleton} failed={t('client.failed')} again={t('again')} card>
      {({ plan }) => {
        if (!plan) return <NotShared name={name} hasAccount={hasAccount} />
        return editing ? (
          <EditClientPlan clientId={clientId} name={name} plan={plan} onClose={() => setEditing(false)} />
        ) : (
          <SharedPlan name={name} plan={plan} onEdit={() => setEditing(true)} />
        )
      }}
    </Query>
  )
}

function NotShared({ name, hasAccount }: { name: string; hasAccount: boolean }) {
  const { t } = useTranslation('safety')
  return (
    <Card>
      <EmptyState
        icon={IconShieldHeart}
        title={t('client.notShared', { name })}
        text={hasAccount ? t('client.notSharedText') : t('client.noAccount')}
      />
    </Card>
  )
}

type EditProps = { clientId: ClientId; name: string; plan: SafetyPlan; onClose: () => void }

function EditClientPlan({ clientId, name, plan, onClose }: EditProps) {
  const { t } = useTranslation('safety')
  const cache = useQueryClient()
  return (
    <SafetyPlanForm
      name={`safety-plan-${clientId}`}
      saved={plan}
      send={(values) => api.safety.saveFor({ clientId, ...values })}
      onSaved={(fresh) => {
        cache.setQueryData(orpc.safety.planOf.queryKey({ input: { clientId } }), { plan: fresh })
        toast.success(t('client.saved', { name }))
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

function SharedPlan({ name, plan, onEdit }: { name: string; plan: SafetyPlan; onEdit: () => void }) {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const when = plan.updatedAt && momentInSentence(plan.updatedAt, locale)
  return (
    <Section
      title={t('client.title')}
      hint={when && t(`client.updated.${plan.updatedBy ?? 'unknown'}`, { name, when })}
      action={
        !isEmptyPlan(plan) && (
          <Button variant="default" leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />} onClick={onEdit}>
            {t('client.begin')}
          </Button>
        )
      }
    >
      {isEmptyPlan(plan) ? (
        <EmptyState
          icon={IconShieldHeart}
          level="h3"
          title={t('client.emptyTitle')}
          text={t('client.emptyText', { name })}
        >
          <Button onClick={onEdit}>{t('client.begin')}</Button>
        </EmptyState>
      ) : (
        <SafetyPlanView plan={plan} />
      )}
      <Text size="sm" c="dimmed" mt="lg">
        {t('client.hint', { name })}
      </Text>
    </Section>
  )
}
