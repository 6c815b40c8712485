import { Button, Skeleton, Text } from '@mantine/core'
import { IconPencil, IconShieldHeart } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useLive } from '../../platform/use-live.ts'
import { Empty } from '../../ui/Empty.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { Panel, Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { isEmpty } from './plan.ts'
import { PlanParts } from './PlanParts.tsx'

const PlanForm = lazy(() => import('./PlanForm.tsx').then((file) => ({ default: file.PlanForm })))

/** A client's safety plan for the therapist, who can read and edit it if the client shares it. */
export function ClientSafety({ clientId, name, hasAccount }: { clientId: string; name: string; hasAccount: boolean }) {
  const { t } = useTranslation('safety')
  const reader = useReader()
  const cache = useQueryClient()
  const [editing, setEditing] = useState(false)
  const options = query.safety.planOf.queryOptions({ input: { clientId } })
  const read = useQuery({ ...options, refetchOnMount: 'always' })
  const refetch = () => void read.refetch()
  useLive('safety_plans', refetch)
  useLive('safety_plan_shares', refetch)
  if (read.isPending)
    return (
      <Panel>
        <RowSkeletons rows={4} avatar={false} />
      </Panel>
    )
  if (!read.data)
    return (
      <Panel>
        <LoadFailed words={t('client.failed')} again={t('again')} onAgain={refetch} />
      </Panel>
    )
  const { plan } = read.data
  if (!plan)
    return (
      <Panel>
        <Empty
          icon={IconShieldHeart}
          title={t('client.notShared', { name })}
          text={hasAccount ? t('client.notSharedText') : t('client.noAccount')}
        />
      </Panel>
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
  const when = plan.updatedAt && momentWithin(plan.updatedAt, reader)
  return (
    <Section
      title={t('client.title')}
      hint={when && t(`client.updated.${plan.updatedBy ?? 'unknown'}`, { name, when })}
      action={
        !isEmpty(plan) && (
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
      {isEmpty(plan) ? (
        <Empty icon={IconShieldHeart} level="h3" title={t('client.emptyTitle')} text={t('client.emptyText', { name })}>
          <Button onClick={() => setEditing(true)}>{t('client.begin')}</Button>
        </Empty>
      ) : (
        <PlanParts plan={plan} />
      )}
      <Text size="sm" c="dimmed" mt="lg">
        {t('client.hint', { name })}
      </Text>
    </Section>
  )
}
