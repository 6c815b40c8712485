import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { Row, Section } from '../../../ui/Section.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { LoadFailed, RowSkeletons } from '../../../ui/Waiting.tsx'
import { TaskRow } from '../TaskRow.tsx'

const shown = 5

/** The tasks that a client has to do today, each with its next action. */
export function TodayTasks() {
  const { t } = useTranslation('tasks')
  const read = useQuery(query.task.mine.queryOptions({ input: {} }))
  const today = read.data?.today ?? []
  return (
    <Section
      title={t('card.today')}
      count={today.length}
      rows
      action={
        <TextLink to="/dashboard/$userType/tasks" params={{ userType: 'client' }}>
          {t('card.all')}
        </TextLink>
      }
    >
      {read.isPending && <RowSkeletons rows={2} avatar={false} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && today.length === 0 && (
        <Row>
          <Text size="sm" c="dimmed">
            {t('card.none')}
          </Text>
        </Row>
      )}
      {today.slice(0, shown).map((task) => (
        <TaskRow key={task.id} task={task} menu={false} />
      ))}
    </Section>
  )
}
