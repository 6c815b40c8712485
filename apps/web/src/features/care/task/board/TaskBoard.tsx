import type { TaskStatus } from '@attune/contract/features/care/task/task'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../../platform/api/api.ts'
import { useFirstScreenful } from '../../../../ui/page/loading/use-first-screenful.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import classes from './TaskBoard.module.css'
import { StoredTaskStatusBadge } from '../status.tsx'
import { TaskBoardCard } from './TaskBoardCard.tsx'

type Column = Awaited<ReturnType<typeof api.task.board>>['columns'][number]

/**
 * Shows one column for each of the four stored statuses. On a phone, shows one column and a control that selects the
 * status. A card's menu can move the task to another column.
 */
export function TaskBoard({ columns, client }: { columns: readonly Column[]; client: PickedClient | null }) {
  const { t } = useTranslation('tasks')
  const phone = usePhone()
  // A phone first shows the column 'in progress', or the first column with tasks if no task is in progress.
  const filled = columns.filter(({ count }) => count > 0)
  const first = filled.find(({ status }) => status === 'in-progress') ?? filled[0]
  const [chosen, setChosen] = useState<TaskStatus>(first?.status ?? 'assigned')
  if (columns.every(({ count }) => count === 0))
    return (
      <Card>
        <EmptyState icon={IconListCheck} title={t('empty.given')} text={t('empty.givenText')}>
          <AssignTaskButton clients={client ? [client] : []} variant="light" />
        </EmptyState>
      </Card>
    )
  const shown = phone ? columns.filter(({ status }) => status === chosen) : columns
  return (
    <>
      {phone && (
        <ScrollRow className={classes.switch}>
          <SegmentedControl
            aria-label={t('view.column')}
            value={chosen}
            onChange={(next) => setChosen(columns.find(({ status }) => status === next)?.status ?? 'assigned')}
            data={columns.map(({ status, count }) => ({ value: status, label: `${t(`status.${status}`)} ${count}` }))}
          />
        </ScrollRow>
      )}
      <div className={classes.board}>
        {shown.map((column) => (
          <BoardColumn key={column.status} column={column} client={client} bare={phone} />
        ))}
      </div>
    </>
  )
}

/** The number of completed tasks that the board shows at first. */
const completedAtFirst = 10

function BoardColumn({ column, client, bare }: { column: Column; client: PickedClient | null; bare: boolean }) {
  const { t } = useTranslation('tasks')
  const { status, count, items } = column
  const [opened, setOpened] = useState(false)
  const isShort = status === 'completed' && !opened && items.length > completedAtFirst
  const shown = useFirstScreenful(isShort ? items.slice(0, completedAtFirst) : items, { rowHeight: 88, above: 260 })
  return (
    <section className={classes.column} aria-label={t(`status.${status}`)} data-bare={bare || undefined}>
      {!bare && (
        <h2 className={classes.head}>
          <StoredTaskStatusBadge status={status} />
          <span className={classes.count}>{count}</span>
        </h2>
      )}
      {count === 0 && <p className={classes.none}>{t('empty.column')}</p>}
      <ul className={classes.cards}>
        {shown.map((task) => (
          <TaskBoardCard key={task.id} task={task} />
        ))}
      </ul>
      {isShort && count === items.length && (
        <Button variant="subtle" fullWidth onClick={() => setOpened(true)}>
          {t('mine.all')}
        </Button>
      )}
      {count > items.length && (
        <p className={classes.more}>
          <TextLink
            to="/dashboard/$userType/tasks"
            params={{ userType: 'therapist' }}
            search={{ view: 'list', status }}
          >
            {isShort ? t('mine.all') : t('moreOf', { count: count - items.length })}
          </TextLink>
        </p>
      )}
      {status === 'assigned' && !bare && <AssignTaskButton clients={client ? [client] : []} variant="subtle" />}
    </section>
  )
}

/** Renders the placeholder of the board while its tasks load. */
export function TaskBoardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.board} role="status" aria-busy="true" aria-label={t('loading')}>
      {[3, 2, 2, 1].map((cards, column) => (
        <div key={column} className={classes.column}>
          <Skeleton height={16} width={110} my={11} mx={8} />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} height={78} radius={10} mb={8} />
          ))}
        </div>
      ))}
    </div>
  )
}
