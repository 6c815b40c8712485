import { priorities } from '@attune/contract/features/care/task/task.rules'
import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LazyClientSelect, type PickedClient } from '../../../schedule/session/session.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import classes from './TaskFilterBar.module.css'
import { taskStateFilters } from './filters.ts'
import type { TaskSearch } from '../task-search.ts'

type Props = {
  list: boolean
  client: PickedClient | null
  onClient: (client: PickedClient | null) => void
  search: TaskSearch
  onSearch: (search: TaskSearch) => void
  onClear?: () => void
}

/** Renders the filter by client. With `list`, also renders the filters by status, priority and due day. */
export function TaskFilterBar({ list, client, onClient, search, onSearch, onClear }: Props) {
  const { t } = useTranslation('tasks')
  const set = (key: keyof TaskSearch) => (value: string) => onSearch({ ...search, [key]: value || undefined })
  const pick = (key: keyof TaskSearch) => (event: { currentTarget: { value: string } }) =>
    set(key)(event.currentTarget.value)
  const all = { value: '', label: t('filter.all') }
  return (
    <div className={classes.bar} data-list={list || undefined}>
      <LazyClientSelect value={client} onChange={onClient} optional />
      {list && (
        <>
          <NativeSelect
            label={t('filter.status')}
            value={search.status ?? ''}
            onChange={pick('status')}
            data={[
              all,
              ...taskStateFilters.map((value) => ({
                value,
                label: value === 'overdue' ? t('overdue') : t(`status.${value}`),
              })),
            ]}
          />
          <NativeSelect
            label={t('fields.priority')}
            value={search.priority ?? ''}
            onChange={pick('priority')}
            data={[all, ...priorities.map((value) => ({ value, label: t(`priority.${value}`) }))]}
          />
          <DateInput label={t('filter.from')} value={search.from ?? ''} onChange={set('from')} />
          <DateInput label={t('filter.until')} value={search.until ?? ''} onChange={set('until')} />
        </>
      )}
      {onClear && (
        <Button className={classes.clear} variant="subtle" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
