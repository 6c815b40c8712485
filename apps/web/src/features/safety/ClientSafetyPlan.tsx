import { Button, Skeleton, Text } from '@mantine/core'
import { IconPencil, IconShieldHeart } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { api, orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { momentInSentence } from '../../ui/date-text.ts'
import { Card, Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed, RowSkeletons } from '../../ui/ListStates.tsx'
import { isEmptyPlan } from './safety-plan.ts'
import { SafetyPlanView } from './SafetyPlanView.tsx'

const PlanForm = lazyNamed(() => import('./SafetyPlanForm.tsx'), 'SafetyPlanForm')

/** A client's safety plan for the therapist, who can read and edit it if the client shares it. */
export function ClientSafetyPlan({
  clientId,
  name,
  hasAccount,
}: {
  clientId: string
  name: string
  hasAccount: boolean
}) {
  const { t } = useTranslation('safety')
  const reader = useLocale()
  const cache = useQueryClient()
  const [editing, setEditing] = useState(false)
  const options = orpc.safety.planOf.queryOptions({ input: { clientId } })
  const read = useQuery({ ...options, refetchOnMount: 'always' })
  const refetch = () => void read.refetch()
  useSubscription('safety_plans', refetch)
  useSubscription('safety_plan_shares', refetch)
  if (read.isPending)
    return (
      <Card>
        <RowSkeletons rows={4} avatar={false} />
      </Card>
    )
  if (!read.data)
    return (
      <Card>
        <LoadFailed words={t('client.failed')} again={t('again')} onAgain={refetch} />
      </Card>
    )
  const { plan } = read.data
  if (!plan)
    return (
      <Card>
        <EmptyState
          icon={IconShieldHeart}
          title={t('client.notShared', { name })}
          text={hasAccount ? t('client.notSharedText') : t('client.noAccount')}
        />
      </Card>
    )
  if (editing)
    return (
      <Suspense fallback={<Skeleton height={420} radius={14} />}>
        <PlanForm
          name={`safety-plan-${clientId}`}
          saved={plan}
          send={(words) => api.safety.saveFor({ clientId, ...words })}
          onSaved={(fresh) => {
            cache.setQueryData(options.queryKey, { plan: fresh })
            toast.success(t('client.saved', { name }))
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      </Suspense>
    )
  const when = plan.updatedAt && momentInSentence(plan.updatedAt, reader)
  return (
    <Section
      title={t('client.title')}
      hint={when && t(`client.updated.${plan.updatedBy ?? 'unknown'}`, { name, when })}
      action={
        !isEmptyPlan(plan) && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
            onClick={() => setEditing(true)}
          >
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
          <Button onClick={() => setEditing(true)}>{t('client.begin')}</Button>
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
