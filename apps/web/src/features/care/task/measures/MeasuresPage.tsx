import type { MeasureOverview } from '@attune/contract/features/care/task/task.measures'
import { mostMeasures } from '@attune/contract/features/care/task/task.rules'
import { NativeSelect } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import { firstSort, measureColumns, type MeasureSort } from './measure-sort.ts'
import classes from './measures.module.css'
import { MeasureTable } from './MeasureTable.tsx'
import { useMeasures } from './use-measures.ts'

/** Shows a therapist a sortable table of all connected clients' latest scores and unanswered questionnaires. */
export function MeasuresPage() {
  const { t } = useTranslation('measures')
  const [sort, setSort] = useState<MeasureSort>(firstSort('client'))
  const read = useMeasures()
  const phone = usePhone()
  const empty = read.data?.items.length === 0
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} actions={<AssignMeasureButton label={t('assign')} />} />
      {phone && (
        <NativeSelect
          className={classes.sort}
          aria-label={t('sort')}
          value={sort.by}
          style={empty ? { visibility: 'hidden' } : undefined}
          onChange={({ currentTarget: { value } }) =>
            setSort(firstSort(measureColumns.find((one) => one === value) ?? 'client'))
          }
          data={measureColumns.map((by) => ({ value: by, label: t(`sortBy.${by}`) }))}
        />
      )}
      <Card>
        <Query
          of={read}
          pending={<RowSkeletons rows={8} />}
          failed={t('failed')}
          again={t('again')}
          empty={
            empty && (
              <EmptyState icon={IconClipboardList} title={t('empty')} text={t('emptyText')}>
                <AssignMeasureButton label={t('emptyAction')} />
              </EmptyState>
            )
          }
        >
          {(overview) => <MeasureTable overview={overview} sort={sort} onSort={setSort} />}
        </Query>
      </Card>
      {read.data && <MeasureFootnotes overview={read.data} />}
    </>
  )
}

/** If there are more results than the table shows, says so. Lists the sources of the reliable changes. */
function MeasureFootnotes({ overview: { more, instruments } }: { overview: MeasureOverview }) {
  const { t } = useTranslation('measures')
  const { language } = useLocale()
  return (
    <>
      {more && <p className={classes.source}>{t('more', { most: mostMeasures.toLocaleString(language) })}</p>}
      {instruments.map(
        ({ id, title, reliableChange }) =>
          reliableChange && (
            <p key={id} className={classes.source}>
              {t('source', { title, ...reliableChange })}
            </p>
          ),
      )}
    </>
  )
}

const AssignMeasureButton = ({ label }: { label: string }) => (
  <AssignTaskButton measure={{ kind: 'questionnaire', name: 'phq-9' }} label={label} variant="default" />
)
