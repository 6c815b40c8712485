import type { ClientSort, ClientStatus } from '@attune/contract/features/people/client/client'
import type { ClientCounts } from '@attune/contract/features/people/client/client.open-items'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { ClientTagFilter } from '../../client-tag/client-tag.ts'
import classes from './ClientListTools.module.css'

type Filter = ClientStatus | 'all'
const filters: readonly Filter[] = ['active', 'pending', 'inactive', 'all']
const onlys = ['open', 'without-next'] as const
type Only = (typeof onlys)[number]
const sorts: readonly ClientSort[] = ['name', 'next', 'last', 'joined']

/** The search text, the filters and the sort order of the list. */
export type ClientNarrowing = {
  typed: string
  filter: Filter
  only?: Only | undefined
  tag?: string | undefined
  sort: ClientSort
}
type Props = { value: ClientNarrowing; counts: ClientCounts | null; onChange: (value: ClientNarrowing) => void }

/**
 * Renders the search field, the filter by status and the sort order in one row. A button opens the further filters below
 * it, on a phone also the sort order. The key '/' focuses the search field.
 */
export function ClientListTools({ value, counts, onChange }: Props) {
  const { t } = useTranslation(['client', 'clientOverview'])
  const isPhone = usePhone()
  const [open, setOpen] = useState(false)
  const panel = useId()
  const set = Number(value.only !== undefined) + Number(value.tag !== undefined)
  const sort = <SortSelect value={value.sort} onChange={(by) => onChange({ ...value, sort: by })} />
  return (
    <>
      <div className={classes.tools}>
        <ClientSearchField value={value.typed} onChange={(typed) => onChange({ ...value, typed })} />
        <ScrollRow className={classes.status}>
          <SegmentedControl
            aria-label={t('list.filter')}
            value={value.filter}
            onChange={(filter) => onChange({ ...value, filter })}
            data={filters.map((one) => ({
              value: one,
              label: <Counted label={t(one === 'all' ? 'list.all' : `status.${one}`)} count={counts?.[one]} />,
            }))}
          />
        </ScrollRow>
        <Button
          className={classes.more}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {set ? t('clientOverview:filter.showCount', { count: set }) : t('clientOverview:filter.show')}
        </Button>
        {!isPhone && sort}
      </div>
      <div id={panel} className={classes.panel} hidden={!open}>
        {open && <OnlyFilter value={value.only} counts={counts} onChange={(only) => onChange({ ...value, only })} />}
        {open && <ClientTagFilter tag={value.tag} onTag={(tag) => onChange({ ...value, tag })} />}
        {open && isPhone && sort}
      </div>
    </>
  )
}

function SortSelect({ value, onChange }: { value: ClientSort; onChange: (sort: ClientSort) => void }) {
  const { t } = useTranslation('client')
  return (
    <NativeSelect
      className={classes.sort}
      aria-label={t('list.sort')}
      value={value}
      onChange={(event) => onChange(sorts.find((one) => one === event.currentTarget.value) ?? 'name')}
      data={sorts.map((one) => ({ value: one, label: t(`list.sorts.${one}`) }))}
    />
  )
}

function ClientSearchField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const { t } = useTranslation('client')
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  return (
    <SearchField
      ref={field}
      className={classes.search}
      label={t('list.searchBy')}
      rightSection={
        value ? null : (
          <span className={classes.key} aria-hidden>
            /
          </span>
        )
      }
      rightSectionPointerEvents="none"
      value={value}
      onChange={onChange}
    />
  )
}

/** The label of a filter with the number of matching clients. */
const Counted = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    {label} {count !== undefined && <span className={classes.number}>{count}</span>}
  </>
)

type OnlyProps = { value: Only | undefined; counts: ClientCounts | null; onChange: (only: Only | undefined) => void }

/** Two toggles: only clients with something open, and only active clients without a scheduled session. */
function OnlyFilter({ value, counts, onChange }: OnlyProps) {
  const { t } = useTranslation('clientOverview')
  return (
    <div className={classes.only} role="group" aria-label={t('filter.label')}>
      {onlys.map((one) => (
        <Button
          key={one}
          variant={value === one ? 'light' : 'default'}
          aria-pressed={value === one}
          onClick={() => onChange(value === one ? undefined : one)}
        >
          <Counted label={t(`filter.${one}`)} count={counts?.[one === 'open' ? 'open' : 'withoutNext']} />
        </Button>
      ))}
    </div>
  )
}
