import { VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'

const view = import('./TaskDetailsView.tsx')
const TaskDetailsView = lazyInBoundary(() => view, 'TaskDetailsView')
const WaitingAnswerOf = lazyNamed(() => import('../fill/WaitingAnswer.tsx'), 'WaitingAnswerOf')

const route = getRouteApi('/dashboard/$userType/tasks/$taskId')

/**
 * Renders the page of one task. Reloads the task on each visit, because the answer may have changed on another device.
 */
export function TaskDetailsPage() {
  const { t } = useTranslation('tasks')
  const { taskId: id } = route.useParams()
  const me = useMe()
  useMarkSubjectRead('task', id)
  const read = useQuery({ ...orpc.task.get.queryOptions({ input: { id } }), refetchOnMount: 'always', gcTime: 60_000 })
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  if (read.isPending) return <DetailSkeleton title={t('one')} />
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error)))
    return (
      <Card>
        <EmptyState icon={IconListCheck} level="h1" title={t('missing.title')} text={t('missing.text')}>
          <ButtonLink variant="light" to="/dashboard/$userType/tasks" params={{ userType: viewer }}>
            {t('missing.all')}
          </ButtonLink>
        </EmptyState>
      </Card>
    )
  if (read.data)
    return (
      <Suspense fallback={<DetailSkeleton title={t('one')} />}>
        <TaskDetailsView key={id} details={read.data} viewer={viewer} />
      </Suspense>
    )
  return (
    <>
      <Card>
        <VisuallyHidden component="h1">{t('one')}</VisuallyHidden>
        <Query of={read} failed={t('loadFailed')} again={t('again')} />
      </Card>
      <WaitingAnswerOf taskId={id} />
    </>
  )
}
