import { sessionFormats, therapyTypes } from '@attune/contract/features/schedule/session/session.rules'
import { shownStatuses } from '@attune/contract/features/schedule/session/session.shown.states'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { PickedClient } from '../fields/use-client-search.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import classes from './SessionFilterBar.module.css'
import { countSessionFilters } from './session-filters.ts'
import type { SessionSearch } from './session-search.ts'

const ClientSelect = lazyNamed(() => import('../fields/ClientSelect.tsx'), 'ClientSelect', <Skeleton height={60} />)

type Props = {
  viewer: ViewerRole
  typed: string
  onTyped: (typed: string) => void
  client: PickedClient | null
  onClient: (client: PickedClient | null) => void
  search: SessionSearch
  onSearch: (search: SessionSearch) => void
  onClear: () => void
}

/**
 * Renders the search field and the filters of the session list. A button shows how many filters are set, and opens or
 * closes the filters.
 */
export function SessionFilterBar({ viewer, typed, onTyped, client, onClient, search, onSearch, onClear }: Props) {
  const { t } = useTranslation(['sessionList', 'session'])
  const set = countSessionFilters(search, client)
  const [open, setOpen] = useState(set > 0)
  const panel = useId()
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <SearchField className={classes.search} label={t(`filter.search.${viewer}`)} value={typed} onChange={onTyped} />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {set ? t('filter.openCount', { count: set }) : t('filter.open')}
        </Button>
        {(set > 0 || typed !== '') && (
          <Button variant="subtle" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
      <div id={panel} className={classes.fields} hidden={!open}>
        {viewer === 'therapist' && open && <ClientSelect value={client} onChange={onClient} optional />}
        <FilterFields viewer={viewer} search={search} onSearch={onSearch} />
      </div>
    </div>
  )
}

/** Renders the filters for status, format, therapy type and period. */
function FilterFields({ viewer, search, onSearch }: Pick<Props, 'viewer' | 'search' | 'onSearch'>) {
  const { t } = useTranslation(['sessionList', 'session'])
  const set = (key: keyof SessionSearch) => (value: string) => onSearch({ ...search, [key]: value || undefined })
  const pick = (key: keyof SessionSearch) => (event: { currentTarget: { value: string } }) =>
    set(key)(event.currentTarget.value)
  const all = { value: '', label: t('filter.all') }
  const statusKeys = viewer === 'client' ? 'session:statusForClient' : 'session:status'
  return (
    <>
      <NativeSelect
        label={t('filter.status')}
        value={search.status ?? ''}
        onChange={pick('status')}
        data={[all, ...shownStatuses.map((value) => ({ value, label: t(`${statusKeys}.${value}`) }))]}
      />
      <NativeSelect
        label={t('session:plan.format')}
        value={search.format ?? ''}
        onChange={pick('format')}
        data={[all, ...sessionFormats.map((value) => ({ value, label: t(`session:format.${value}`) }))]}
      />
      <NativeSelect
        label={t('session:plan.kind')}
        value={search.kind ?? ''}
        onChange={pick('kind')}
        data={[all, ...therapyTypes.map((value) => ({ value, label: t(`session:kind.${value}`) }))]}
      />
      <DateInput label={t('filter.from')} value={search.from ?? ''} onChange={set('from')} />
      <DateInput label={t('filter.to')} value={search.to ?? ''} onChange={set('to')} />
    </>
  )
}
