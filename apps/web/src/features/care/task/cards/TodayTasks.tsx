import type { Task } from '@attune/contract/features/care/task/task'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { MyTaskRow } from '../list/MyTaskRow.tsx'
import { CheckInRow, isCheckInToAnswer } from './CheckInRow.tsx'

/** Shows one task that a client has to do today, with its next action. A check-in comes first, because the client can answer it in this card. */
export function TodayTasks() {
  const { t } = useTranslation('tasks')
  const read = useQuery(orpc.task.mine.queryOptions({ input: {} }))
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
      <Query
        of={read}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={
          today.length === 0 && (
            <CardRow>
              <Text size="sm" c="dimmed">
                {t('card.none')}
              </Text>
            </CardRow>
          )
        }
      >
        {() => <FirstTask today={today} />}
      </Query>
    </Section>
  )
}

function FirstTask({ today }: { today: readonly Task[] }) {
  const task = today.find(isCheckInToAnswer) ?? today[0]
  if (!task) return null
  return isCheckInToAnswer(task) ? (
    <CheckInRow key={task.id} task={task} />
  ) : (
    <MyTaskRow key={task.id} task={task} menu={false} />
  )
}
