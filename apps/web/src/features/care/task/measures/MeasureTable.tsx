import type { MeasureOverview } from '@attune/contract/features/care/task/task.measures'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useFirstScreenful } from '../../../../ui/page/loading/use-first-screenful.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { measureColumns, sortAfterClick, sortMeasures, type MeasureColumn, type MeasureSort } from './measure-sort.ts'
import { MeasureRow } from './MeasureRow.tsx'
import classes from './measures.module.css'

type Props = { overview: MeasureOverview; sort: MeasureSort; onSort: (sort: MeasureSort) => void }

/** One line per client and measure; on a phone two lines, and a third for a copy that is not answered. The headers sort the table. */
export function MeasureTable({ overview: { items, instruments }, sort, onSort }: Props) {
  const { t } = useTranslation('measures')
  const { language } = useLocale()
  const sorted = sortMeasures(items, instruments, sort, language)
  const shown = useFirstScreenful(sorted, { rowHeight: 56, above: 180 })
  return (
    <table className={classes.table} aria-label={t('title')}>
      <thead>
        <tr>
          {measureColumns.map((by) => (
            <SortHeader key={by} by={by} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <MeasureRow
            key={`${row.client.id} ${row.instrumentId}`}
            row={row}
            instrument={instruments.find(({ id }) => id === row.instrumentId)}
          />
        ))}
      </tbody>
    </table>
  )
}

type HeaderProps = { by: MeasureColumn } & Pick<Props, 'sort' | 'onSort'>

/** A header that sorts by its column. On a phone, where the headers are not visible, the page has a list of the columns instead. */
function SortHeader({ by, sort, onSort }: HeaderProps) {
  const { t } = useTranslation('measures')
  const phone = usePhone()
  const isSorted = sort.by === by
  const Icon = sort.descending ? IconChevronDown : IconChevronUp
  return (
    <th
      scope="col"
      className={classes[by]}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      {phone ? (
        t(`column.${by}`)
      ) : (
        <UnstyledButton className={classes.header} onClick={() => onSort(sortAfterClick(sort, by))}>
          {t(`column.${by}`)}
          <Icon size={14} aria-hidden className={classes.way} data-sorted={isSorted || undefined} />
        </UnstyledButton>
      )}
    </th>
  )
}
