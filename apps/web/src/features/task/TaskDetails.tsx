import { VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useMe } from '../../platform/login.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Section.tsx'
import { SheetWaiting } from '../../ui/SheetWaiting.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'

const view = import('./TaskSheet.tsx')
const TaskSheet = lazy(() => view.then((file) => ({ default: file.TaskSheet })))

const route = getRouteApi('/dashboard/$userType/tasks/$taskId')

/** The page of one task. Each visit loads it again, because its answer may have changed on another device. */
export function TaskDetails() {
  const { t } = useTranslation('tasks')
  const { taskId: id } = route.useParams()
  const me = useMe()
  const read = useQuery({ ...query.task.get.queryOptions({ input: { id } }), refetchOnMount: 'always', gcTime: 60_000 })
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  if (read.isPending) return <SheetWaiting title={t('one')} />
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(read.error)))
    return (
      <Panel>
        <Empty icon={IconListCheck} level="h1" title={t('missing.title')} text={t('missing.text')}>
          <ButtonLink variant="light" to="/dashboard/$userType/tasks" params={{ userType: viewer }}>
            {t('missing.all')}
          </ButtonLink>
        </Empty>
      </Panel>
    )
  if (read.data)
    return (
      <Suspense fallback={<SheetWaiting title={t('one')} />}>
        <TaskSheet key={id} details={read.data} viewer={viewer} />
      </Suspense>
    )
  return (
    <Panel>
      <VisuallyHidden component="h1">{t('one')}</VisuallyHidden>
      <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
    </Panel>
  )
}
